/** How params and returns of built-in actors are read into sentences. */
import type { MessageDetail } from '#explorer/message/schema.ts';
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import { isFields } from '#filecoin/encoding/json.ts';
import type { Json } from '#format/json.ts';
import {
  account,
  fil,
  isList,
  number,
  type Fields,
  type Outcome,
  type SlotValue,
  type Places,
  type Said,
} from './types.ts';

export interface NativeCall {
  kind: ActorKind;
  /** Display name. */
  method: string;
  /** Who asks, in all forms of the address that are known. */
  by: readonly string[];
  params: Json | undefined;
  /** Undefined until it is executed, and of what failed. */
  returned: Json | undefined;
  /** Of what names a provider's owner. */
  ownerBefore?: MessageDetail['ownerBefore'];
}

/** Answers null where the params do not say what the sentence needs. */
type Reader = (params: Fields, call: NativeCall) => Said | null;
/**
 * `inner`: what built-in actors ask of each other. `ask`: what only answers a question. A text: the
 * action whose sentence needs no params.
 */
export type Rule = Reader | 'inner' | 'ask' | { action: string };

export const lengthOf = (value: Json | undefined): number | null =>
  isList(value) ? value.length : null;

/** Numbers in a decoded bit field: a list, or `{Count, Ranges}` where there are many. */
export function bitsOf(value: Json | undefined): number | null {
  if (isList(value)) return value.length;
  return isFields(value) && typeof value['Count'] === 'number' ? value['Count'] : null;
}

/** Sectors in a list of declarations, each with its bit field `Sectors`; null when one is unreadable. */
function sectorsOf(declarations: Json | undefined): number | null {
  if (!isList(declarations)) return null;
  let sum = 0;
  for (const declaration of declarations) {
    if (!isFields(declaration)) return null;
    const count = bitsOf(declaration['Sectors']);
    if (count === null) return null;
    // Sectors with claims are named one by one, beside the bit field.
    sum += count + (lengthOf(declaration['SectorsWithClaims']) ?? 0);
  }
  return sum;
}

export function counted(action: string, count: number | null, places: Places = {}): Said | null {
  return count === null || count === 0 ? null : { action, count, places };
}

/** An action whose places are all told, else null. */
export function filled(action: string, places: Record<string, SlotValue | undefined>): Said | null {
  return Object.values(places).includes(undefined) ? null : { action, places };
}

/** Of a batch, some of which failed. */
export function partly(said: Said | null, { returned }: NativeCall): Said | null {
  if (said === null || !isFields(returned)) return said;
  const { SuccessCount: n, FailCodes } = returned;
  return typeof n === 'number' && lengthOf(FailCodes) !== 0
    ? { ...said, outcome: { key: 'partly', n } }
    : said;
}

/** Whether a proposal was carried out by this message. */
function carriedOut({ returned }: NativeCall): Outcome | undefined {
  if (!isFields(returned)) return undefined;
  const { Applied, ExitCode, TxId } = returned;
  if (Applied === true)
    return ExitCode === 0
      ? { key: 'carriedOut' }
      : { key: 'carriedOutFailed', number: String(ExitCode) };
  return typeof TxId === 'number' ? { key: 'proposed', number: String(TxId) } : undefined;
}

const withOutcome = (said: Said, outcome: Outcome | undefined): Said =>
  outcome === undefined ? said : { ...said, outcome };

export const propose: Reader = ({ To, Value, Method, MethodName }, call) => {
  const target = account(To);
  const value = fil(Value);
  if (target === undefined || value === undefined) return null;
  if (typeof Method !== 'number' && typeof Method !== 'string') return null;
  const outcome = carriedOut(call);
  if (Method === 0) return withOutcome({ action: 'propose', places: { target, value } }, outcome);
  const method: SlotValue = {
    kind: 'code',
    text: typeof MethodName === 'string' ? MethodName : String(Method),
  };
  const said: Said =
    Value === '0'
      ? { action: 'proposeCall', places: { target, method } }
      : { action: 'proposeCallWith', places: { target, method, value } };
  return withOutcome(said, outcome);
};

export const approve: Reader = ({ ID }, call) => {
  const said = filled('approve', { number: number(ID) });
  return said && withOutcome(said, carriedOut(call));
};

export const publish: Reader = ({ Deals }, { returned }) => {
  const said = counted('deals', lengthOf(Deals));
  const taken = isFields(returned) ? lengthOf(returned['IDs']) : null;
  return said && taken !== null && taken !== said.count
    ? { ...said, outcome: { key: 'dealsPartly', n: taken } }
    : said;
};

export const post: Reader = ({ Deadline, Partitions }) => {
  const deadline = number(Deadline);
  return deadline === undefined
    ? null
    : counted('post', lengthOf(Partitions), { number: deadline });
};

/** An actor that was made: by its address where one came back. */
export const created =
  (action: string, by: 'IDAddress' | 'RobustAddress' | 'EthAddress'): Reader =>
  (_, { returned }) => {
    const made = isFields(returned)
      ? account(returned[by] ?? returned['RobustAddress'])
      : undefined;
    return made === undefined ? { action } : { action: `${action}Made`, places: { target: made } };
  };

const MADE_KINDS = new Map([
  ['multisig', 'execMultisig'],
  ['paymentchannel', 'execChannel'],
]);
/** What the init actor made, by its kind where the params tell it, and by both of its addresses. */
export const exec: Reader = ({ Kind }, { returned }) => {
  const action = (typeof Kind === 'string' ? MADE_KINDS.get(Kind) : undefined) ?? 'exec';
  const made = isFields(returned)
    ? filled(`${action}Made`, {
        target: account(returned['RobustAddress']),
        number: number(returned['IDAddress']),
      })
    : null;
  return made ?? { action };
};

/** A param that is no record: an address, an amount, a bit field. */
export const bare =
  (read: (params: Json, call: NativeCall) => Said | null): Reader =>
  (_, call) =>
    read(call.params ?? null, call);

/** The owner names another, who confirms by naming itself; an owner that names itself withdraws that. */
export const owner: Reader = bare((address, { by, ownerBefore }) => {
  if (typeof address !== 'string' || !by.includes(address))
    return filled('owner', { target: account(address) });
  if (ownerBefore?.isSender !== true) return { action: 'ownerConfirm' };
  return { action: ownerBefore.hasProposed ? 'ownerWithdraw' : 'ownerKeep' };
});

/** Sectors with their new expiration: with the latest where there are several. */
export const extended: Reader = ({ Extensions }) => {
  const said = counted('extend', sectorsOf(Extensions));
  if (said === null || !isList(Extensions)) return said;
  const ends = Extensions.map((one) => (isFields(one) ? one['NewExpiration'] : undefined));
  const heights = ends.filter((end) => typeof end === 'number' && end >= 0).map(Number);
  const latest = Math.max(...heights);
  if (heights.length !== ends.length || !Number.isSafeInteger(latest)) return said;
  const action = heights.every((end) => end === latest) ? 'extendTo' : 'extendUpTo';
  return { ...said, action, places: { number: { kind: 'epoch', height: latest } } };
};

const BYTE = 10n ** 18n;
const digits = (value: Json | undefined): string | null =>
  typeof value === 'string' && /^\d+$/.test(value) ? value : null;
/** DataCap as verifiers give it, in bytes. */
export const inBytes = (value: Json | undefined): SlotValue | undefined => {
  const bytes = digits(value);
  return bytes === null ? undefined : { kind: 'bytes', bytes };
};
/** DataCap as its token counts it, with 18 decimals. */
export const inToken = (value: Json | undefined): SlotValue | undefined => {
  const units = digits(value);
  return units === null ? undefined : { kind: 'bytes', bytes: (BigInt(units) / BYTE).toString() };
};

export const sectors =
  (action: string, name: string): Reader =>
  (params) =>
    counted(action, sectorsOf(params[name]));
export const listed =
  (action: string, name: string): Reader =>
  (params, call) =>
    partly(counted(action, lengthOf(params[name])), call);
export const one =
  (action: string): Reader =>
  () => ({ action, count: 1 });

export const withdraw =
  (action: string, asked: string): Reader =>
  (params, { returned }) =>
    filled(action, {
      value: fil(returned) ?? fil(params[asked]),
      ...(action === 'marketWithdraw'
        ? { target: account(params['ProviderOrClientAddress']) }
        : {}),
    });

export const all = <R extends Rule>(rule: R, ...shapes: string[]): Record<string, R> =>
  Object.fromEntries(shapes.map((shape) => [shape, rule]));
