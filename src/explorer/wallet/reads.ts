import type { Access } from '../access.ts';
import type { PageInput } from '../input.ts';
import type { Answer } from '../wire.ts';
import { channelsOf } from './channels.ts';
import { proposalsOf } from './proposals.ts';
import type { Channels, Proposals } from './schema.ts';

export interface WalletReads {
  /** What the signers of a multisig proposed, newest first. */
  proposals(address: string, input?: PageInput): Promise<Answer<Proposals>>;
  /** Payment channels that an account pays into or is paid from, newest first. */
  channels(address: string, input?: PageInput): Promise<Answer<Channels>>;
}

export function walletReads({ read }: Access): WalletReads {
  return {
    proposals: (address, input) => read((view) => proposalsOf(view, address, input)),
    channels: (address, input) => read((view) => channelsOf(view, address, input)),
  };
}
