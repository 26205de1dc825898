/** The books of a tipset's tokens: balances, supplies, holders, and every transfer's places in the lists. */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { ethBytesOf, idAddress } from '#filecoin/address.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import {
  ERC1155,
  ERC20,
  ERC721,
  isZeroAddress,
  UNKNOWN_STANDARD,
  type TokenItem,
  type TokenLog,
  type TokenStandard,
} from '#filecoin/evm/tokens.ts';
import type { RowOf } from '#store/schema.ts';
import { count } from '../../fold/lists.ts';
import type { FoldContext } from '../part.ts';
import type { TokenEvent } from './decode.ts';

type TokenRow = RowOf<'token'>;
type Transfer = Extract<TokenLog, { kind: 'transfer' }>;

const EVM = kindIndex('evm');

/** What was never seen of a contract. */
const NEW_TOKEN = {
  standard: UNKNOWN_STANDARD,
  wrapped: false,
  malformed: false,
  mixed: false,
  negative: false,
  transfer_count: 0,
  holder_count: 0,
  item_count: 0,
  minted: '0',
  burned: '0',
} satisfies Partial<TokenRow>;

const NEW_ACCOUNT = {
  transfer_count: 0,
  erc20_count: 0,
  erc721_count: 0,
  erc1155_count: 0,
  nft_count: 0,
} satisfies Partial<RowOf<'token_account'>>;

const STANDARD_COUNTS = {
  [ERC20]: 'erc20_count',
  [ERC721]: 'erc721_count',
  [ERC1155]: 'erc1155_count',
} as const;

export class Ledger {
  readonly #context: FoldContext;
  #position = 0;

  constructor(context: FoldContext) {
    this.#context = context;
  }

  /** Takes one event into the books. Only contracts are listened to. */
  take(event: TokenEvent): void {
    const { emitter, log } = event;
    if (!this.#isContract(emitter)) return;
    switch (log.kind) {
      case 'malformed':
        return this.#change(emitter, { malformed: true });
      case 'approval':
        return this.#shows(emitter, log.standard);
      case 'uri':
        this.#shows(emitter, ERC1155);
        return this.#uri(emitter, log.id.toString(), log.uri);
      case 'deposit':
        this.#change(emitter, { wrapped: true });
        if (log.alone) this.#move(emitter, null, log.holder, null, log.value);
        return;
      case 'withdrawal':
        this.#change(emitter, { wrapped: true });
        if (log.alone) this.#move(emitter, log.holder, null, null, log.value);
        return;
      case 'transfer':
        this.#shows(emitter, log.standard);
        if (!log.sound) this.#change(emitter, { malformed: true });
        for (const item of log.items) this.#transfer(event, log, item);
    }
  }

  #isContract(id: number): boolean {
    return this.#context.view.get('actor', id)?.kind === EVM;
  }

  #token(id: number): TokenRow {
    const { view, unit } = this.#context;
    const known = view.get('token', id);
    if (known) return known;
    const actor = view.get('actor', id);
    const address = ethBytesOf(actor?.delegated ?? idAddress(id)) ?? new Uint8Array(20);
    const { height } = unit.tipset;
    // What no message of this index made was there before it.
    return { ...NEW_TOKEN, actor_id: id, address, partial: actor?.created_by == null, height };
  }

  #change(id: number, change: Partial<TokenRow>): void {
    this.#context.view.put('token', { ...this.#token(id), ...change });
  }

  /** The first standard that a contract shows is its own. */
  #shows(id: number, standard: TokenStandard): void {
    const token = this.#token(id);
    if (token.standard === UNKNOWN_STANDARD) {
      count(this.#context.view, tokenCounter(standard), 1);
      this.#change(id, { standard });
    } else if (token.standard !== standard && !token.mixed) this.#change(id, { mixed: true });
  }

  #transfer(event: TokenEvent, { standard, from, to }: Transfer, { id, value }: TokenItem): void {
    const { view, rows, unit, seqs } = this.#context;
    const { height, timestamp } = unit.tipset;
    const execution = unit.executed.executions[event.message];
    const seq = seqs[event.message];
    if (!execution || seq === undefined) throw new Error('An event without its message');
    const item = id?.toString() ?? null;
    const [giver, taker] = [from, to].map((end) => (isZeroAddress(end) ? null : end));
    this.#move(event.emitter, giver ?? null, taker ?? null, item, value);
    const token = this.#token(event.emitter);
    const token_ord = token.transfer_count;
    view.put('token', { ...token, transfer_count: token_ord + 1 });
    const position = this.#position++;
    rows.token_transfer.push({
      token_id: event.emitter,
      ord: token_ord,
      height,
      position,
      timestamp,
      seq,
      cid: execution.cid,
      log_index: event.logIndex,
      standard,
      from_addr: from,
      to_addr: to,
      item,
      value,
    });
    const listed = { token_id: event.emitter, standard, token_ord, height, position };
    if (giver) this.#list(giver, listed);
    if (taker && !(giver && equalBytes(giver, taker))) this.#list(taker, listed);
  }

  /** Puts a transfer into a holder's lists. */
  #list(
    holder: Uint8Array,
    listed: {
      token_id: number;
      standard: TokenStandard;
      token_ord: number;
      height: number;
      position: number;
    },
  ): void {
    const { view, rows } = this.#context;
    const account = this.#account(holder);
    const own = this.#holder(listed.token_id, holder);
    const counted = STANDARD_COUNTS[listed.standard];
    rows.account_token_transfer.push({
      ...listed,
      holder,
      ord: account.transfer_count,
      standard_ord: account[counted],
      token_place: own.transfer_count,
    });
    view.put('token_account', {
      ...account,
      transfer_count: account.transfer_count + 1,
      [counted]: account[counted] + 1,
    });
    view.put('token_holder', { ...own, transfer_count: own.transfer_count + 1 });
  }

  /** Moves units (`item` null) or pieces of an NFT; from nobody they are minted, to nobody burned. */
  #move(
    id: number,
    from: Uint8Array | null,
    to: Uint8Array | null,
    item: string | null,
    value: bigint,
  ): void {
    const token = this.#token(id);
    if (from === null) this.#change(id, { minted: (BigInt(token.minted) + value).toString() });
    if (to === null)
      this.#change(id, { burned: (BigInt(this.#token(id).burned) + value).toString() });
    if (item !== null) this.#supply(id, item, (from ? 0n : value) - (to ? 0n : value));
    if (from) this.#add(id, from, item, -value);
    if (to) this.#add(id, to, item, value);
  }

  #add(id: number, holder: Uint8Array, item: string | null, change: bigint): void {
    const { view } = this.#context;
    const own = this.#holder(id, holder);
    const before = BigInt(own.amount);
    const after = before + change;
    view.put('token_holder', { ...own, amount: after.toString() });
    const joined = Number(after > 0n) - Number(before > 0n);
    const token = this.#token(id);
    const negative = after < 0n && !token.partial;
    if (joined !== 0 || (negative && !token.negative))
      this.#change(id, {
        holder_count: token.holder_count + joined,
        negative: token.negative || negative,
      });
    if (item !== null) this.#addItem(id, holder, item, change);
  }

  #addItem(id: number, holder: Uint8Array, item: string, change: bigint): void {
    const { view } = this.#context;
    const before = BigInt(view.get('nft_holder', id, item, holder)?.amount ?? 0);
    const after = before + change;
    if (after === 0n) {
      if (before !== 0n) view.delete('nft_holder', id, item, holder);
    } else view.put('nft_holder', { token_id: id, item, holder, amount: after.toString() });
    const held = Number(after > 0n) - Number(before > 0n);
    if (held !== 0) {
      const account = this.#account(holder);
      view.put('token_account', { ...account, nft_count: account.nft_count + held });
    }
    const token = this.#token(id);
    if (after < 0n && !token.partial && !token.negative) this.#change(id, { negative: true });
  }

  #supply(id: number, item: string, change: bigint): void {
    const nft = this.#nft(id, item);
    const supply = (BigInt(nft.supply) + change).toString();
    this.#context.view.put('nft', { ...nft, supply });
  }

  #uri(id: number, item: string, uri: string): void {
    this.#context.view.put('nft', { ...this.#nft(id, item), uri });
  }

  /** An NFT's row; a new one takes the next place among its contract's. */
  #nft(id: number, item: string): RowOf<'nft'> {
    const { view, unit } = this.#context;
    const known = view.get('nft', id, item);
    if (known) return known;
    const token = this.#token(id);
    this.#change(id, { item_count: token.item_count + 1 });
    const { height } = unit.tipset;
    const position = this.#position++;
    return { token_id: id, item, ord: token.item_count, supply: '0', uri: null, height, position };
  }

  #holder(id: number, holder: Uint8Array): RowOf<'token_holder'> {
    const known = this.#context.view.get('token_holder', id, holder);
    return known ?? { token_id: id, holder, amount: '0', transfer_count: 0 };
  }

  #account(holder: Uint8Array): RowOf<'token_account'> {
    return this.#context.view.get('token_account', holder) ?? { ...NEW_ACCOUNT, holder };
  }
}

/** How many tokens of a standard the index knows. */
function tokenCounter(standard: number): string {
  return `tokens:${standard}`;
}
