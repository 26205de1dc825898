/** Tokens of a made chain: an ERC-20 and an NFT collection with long lists, and many that hardly do anything. */
import { ethBytesOf, idAddress } from '#filecoin/address.ts';
import { ERC20, ERC721 } from '#filecoin/evm/tokens.ts';
import type { Insertable } from 'kysely';
import type { Database, TokensTables } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { CONTRACT, type MadeChain } from './chain.ts';
import { digest, emptyRows, MULTISIG, writeRows } from './rows.ts';

/** Others hold so much more than the tokens at hand have holders. */
const OTHERS = 40_000;

type TokenRows = { [T in keyof TokensTables]: Insertable<Database[T]>[] };

/** The collection stands at the address of another actor. */
export const COLLECTION = MULTISIG;

const holderOf = (n: number): Uint8Array => digest(`holder ${n}`).subarray(0, 20);
const masked = (id: number): Uint8Array => ethBytesOf(idAddress(id)) ?? new Uint8Array(20);
/** The account of actor f0100: every transfer is from or to it. */
const BUSY = masked(100);
const NOBODY = new Uint8Array(20);

/** One mint per executed message of each of both tokens, to a holder of its own or to f0100. */
export function tokenRows({ executed }: MadeChain): TokenRows {
  const rows: TokenRows = {
    token: [],
    token_holder: [],
    token_account: [],
    nft: [],
    nft_holder: [],
    token_transfer: [],
    account_token_transfer: [],
    token_metadata: [],
  };
  const token = (actor_id: number, standard: number, count: number): void => {
    rows.token.push({
      actor_id,
      address: holderOf(actor_id),
      standard,
      wrapped: false,
      malformed: false,
      mixed: false,
      negative: false,
      partial: false,
      transfer_count: count,
      holder_count: count,
      item_count: standard === ERC721 ? count : 0,
      minted: BigInt(count),
      burned: 0n,
      height: 0,
    });
  };
  token(CONTRACT, ERC20, executed.length);
  token(COLLECTION, ERC721, executed.length);
  for (let n = 0; n < OTHERS; n++) {
    const token_id = 1_000_000 + n;
    const holder = holderOf(token_id);
    token(token_id, n % 2 === 0 ? ERC20 : ERC721, n % 7);
    rows.token_holder.push({ token_id, holder, amount: 1n, transfer_count: 1 });
    rows.nft_holder.push({ token_id, item: '1', holder, amount: 1n });
  }
  for (const row of rows.token)
    rows.token_metadata.push({
      address: row.address,
      name: `Token ${row.actor_id}`,
      symbol: 'T',
      decimals: 18,
      total_supply: null,
      asked_height: 0,
      complete: true,
      checked: null,
      denied: null,
    });
  executed.forEach((execution, ord) => {
    const { height, timestamp, seq, cid } = execution;
    for (const [at, token_id] of [CONTRACT, COLLECTION].entries()) {
      const standard = at === 0 ? ERC20 : ERC721;
      const item = at === 0 ? null : String(ord);
      const position = execution.position * 2 + at;
      const holder = ord % 2 === 0 ? BUSY : holderOf(ord);
      const place = ord % 2 === 0 ? ord / 2 : 0;
      const transfer = { token_id, ord, height, position, timestamp, seq, cid, log_index: at };
      rows.token_transfer.push({
        ...transfer,
        standard,
        from_addr: NOBODY,
        to_addr: holder,
        item,
        value: 1n,
      });
      rows.account_token_transfer.push({
        holder,
        ord: place * 2 + at,
        standard,
        standard_ord: place,
        token_id,
        token_place: place,
        token_ord: ord,
        height,
        position,
      });
      if (holder !== BUSY)
        rows.token_holder.push({ token_id, holder, amount: BigInt(ord), transfer_count: 1 });
      if (item === null) continue;
      rows.nft.push({ token_id, item, ord, supply: 1n, uri: null, height, position });
      rows.nft_holder.push({ token_id, item, holder, amount: 1n });
      if (holder !== BUSY) rows.token_account.push({ holder, ...counts(1) });
    }
  });
  const own = Math.ceil(executed.length / 2);
  for (const token_id of [CONTRACT, COLLECTION])
    rows.token_holder.push({ token_id, holder: BUSY, amount: 10n ** 30n, transfer_count: own });
  rows.token_account.push({ holder: BUSY, ...counts(own) });
  return rows;
}

function counts(each: number) {
  return {
    transfer_count: 2 * each,
    erc20_count: each,
    erc721_count: each,
    erc1155_count: 0,
    nft_count: each,
  };
}

export async function writeTokens(store: Store, rows: TokenRows): Promise<void> {
  const of = (standard: number): number =>
    rows.token.filter((row) => row.standard === standard).length;
  await writeRows(store, {
    ...emptyRows(),
    ...rows,
    counter: [
      { key: 'tokens:1', value: of(ERC20) },
      { key: 'tokens:2', value: of(ERC721) },
    ],
  });
}
