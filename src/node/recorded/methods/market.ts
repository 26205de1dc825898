/**
 * Deals, data cap, allocations and claims. They are recorded at the recording's end only. What the
 * genesis holds of them is in no message, so it is derived for the genesis state: of the recorded
 * deals and claims those with numbers that the genesis had given already, with what began at epoch 0;
 * a verifier's allowance where no event ever told of a change. Anything else is refused.
 */
import { readActorEvent } from '#filecoin/actors/facts/events.ts';
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import { z } from 'zod';
import { formatJson, parseJson } from '../../json.ts';
import type { Methods, Present } from './methods.ts';
import { notRecorded, RpcRefusal } from '../refusal.ts';

const Market = z.object({ State: z.object({ NextID: z.int() }) });
const Registry = z.object({ State: z.object({ NextAllocationId: z.int() }) });
const Token = z.object({ State: z.object({ Token: z.object({ Supply: z.string() }) }) });
const ByNumber = z.record(z.string(), z.unknown());
const Deal = z.looseObject({ State: z.looseObject({ SectorStartEpoch: z.int() }) });
const Claim = z.looseObject({ TermStart: z.int() });
const Events = z.array(
  z.object({
    Entries: z.array(
      z.object({ Flags: z.int(), Key: z.string(), Codec: z.int(), Value: z.string() }),
    ),
  }),
);

/** `cbor("verifier-balance")` in base64: tells the few events that matter from the many others. */
const VERIFIER_BALANCE = 'cHZlcmlmaWVyLWJhbGFuY2U';

export function marketMethods(present: Present): Methods {
  const { catalogue, chain, actors } = present.recording;
  const genesis = chain.final[0] ?? 0;
  let changed: ReadonlySet<number> | null = null;

  const subjectOf = (params: readonly unknown[]): string =>
    JSON.stringify(params.slice(0, -1)).slice(1, -1);

  /** The recorded answer of this very tipset, else what `derive` makes for the genesis state. */
  const atGenesis =
    (method: string, derive: (last: Buffer, params: readonly unknown[]) => unknown) =>
    (params: readonly unknown[]): Buffer | string => {
      const place = present.tipset(method, params.at(-1));
      const recorded = catalogue.states.get(method)?.get(subjectOf(params));
      const exact = recorded?.get(place);
      if (exact !== undefined) return present.value(exact);
      const last = chain.newest(recorded)?.[1];
      if (
        last === undefined ||
        !chain.whole ||
        chain.tipset(place).root !== chain.tipset(genesis).root
      )
        throw notRecorded(`${method} at height ${chain.tipset(place).height}`);
      return formatJson(derive(present.value(last), params));
    };

  const stateAtGenesis = <T>(id: string, schema: z.ZodType<T>): T => {
    const value = actors.answer('StateReadState', id, JSON.stringify(id), genesis);
    if (value === null) throw notRecorded(`the state of ${id} at genesis`);
    return schema.parse(JSON.parse(present.value(value).toString('utf8')));
  };
  const select = (last: Buffer, keep: (id: number, item: unknown) => boolean): object =>
    Object.fromEntries(
      Object.entries(ByNumber.parse(parseJson(last.toString('utf8')))).filter(([id, item]) =>
        keep(Number(id), item),
      ),
    );

  const isGenesisDeal = (id: number, deal: unknown): boolean =>
    id < stateAtGenesis('f05', Market).State.NextID && Deal.parse(deal).State.SectorStartEpoch <= 0;

  /** Verifiers of whom an event told. */
  const verifiersChanged = (): ReadonlySet<number> => {
    if (changed !== null) return changed;
    const found = new Set<number>();
    for (const value of catalogue.answers.get('ChainGetEvents')?.values() ?? []) {
      if (value.failed) continue;
      const text = catalogue.read(value);
      if (!text.includes(VERIFIER_BALANCE)) continue;
      for (const { Entries } of Events.parse(JSON.parse(text.toString('utf8')))) {
        const event = readActorEvent(
          Entries.map(({ Flags, Key, Codec, Value }) => ({
            flags: Flags,
            key: Key,
            codec: Codec,
            value: fromBase64(Value),
          })),
        );
        if (event?.type === 'verifier-balance') found.add(event.verifier);
      }
    }
    return (changed = found);
  };

  return {
    StateMarketDeals: atGenesis('StateMarketDeals', (last) => select(last, isGenesisDeal)),
    StateMarketStorageDeal: atGenesis('StateMarketStorageDeal', (last, [id]) => {
      const deal: unknown = parseJson(last.toString('utf8'));
      if (!isGenesisDeal(z.int().parse(id), deal)) throw new RpcRefusal(1, `deal ${id} not found`);
      return deal;
    }),
    StateGetAllClaims: atGenesis('StateGetAllClaims', (last) =>
      select(
        last,
        (id, claim) =>
          id < stateAtGenesis('f06', Registry).State.NextAllocationId &&
          Claim.parse(claim).TermStart <= 0,
      ),
    ),
    StateGetAllAllocations: atGenesis('StateGetAllAllocations', (last) =>
      select(last, (id) => id < stateAtGenesis('f06', Registry).State.NextAllocationId),
    ),
    StateVerifierStatus: atGenesis('StateVerifierStatus', (last, [address]) => {
      const id = Number(/^f0(\d+)$/.exec(String(address))?.[1]);
      if (verifiersChanged().has(id)) throw notRecorded(`the allowance of ${id} at genesis`);
      return JSON.parse(last.toString('utf8')) as unknown;
    }),
    StateVerifiedClientStatus: atGenesis('StateVerifiedClientStatus', (_, [address]) => {
      if (stateAtGenesis('f07', Token).State.Token.Supply !== '0')
        throw notRecorded(`the data cap of ${String(address)} at genesis`);
      return null;
    }),
  };
}
