/** The made chain that tests of reads share, and its things by their names. */
import { formatAddress } from '#filecoin/address.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { digest, robustOf } from './rows.ts';

export const TOP = 40;
export const MESSAGES = 6;
export const at = (height: number, position: number): string =>
  cidOf(digest(`message ${height} ${position}`));
export const block = (height: number, miner = 1000): string =>
  cidOf(digest(`block ${height} ${miner}`));
export const address = (id: number): string => formatAddress(robustOf(id));
