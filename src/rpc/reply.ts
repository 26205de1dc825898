/** JSON-RPC 2.0 on the wire, with the error codes of EIP-1474. */
import { z } from 'zod';
import { parseJson } from '#node/json.ts';

const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const RESOURCE_UNAVAILABLE = -32002;
export const TRANSACTION_REJECTED = -32003;
export const LIMIT_EXCEEDED = -32005;

/** Calls of one request that are answered: as many as wallets' libraries put into one. */
const MAX_BATCH = 1000;
/** So many of one are read, as each is answered by itself. */
const MAX_READ = 5 * MAX_BATCH;

const MAX_ID = 200;
/** A text before its length is looked at: not every `length` of something else can be compared. */
const anyText = z.string();
/** What comes back as it was sent: of a larger number no double holds all digits. */
const idSchema = z.union([
  anyText.pipe(z.string().max(MAX_ID)),
  z.number().refine((id) => !Number.isInteger(id) || Number.isSafeInteger(id)),
]);
const BAD_ID = `an id is a text of at most ${MAX_ID} characters or a number below 2^53`;
const callSchema = z.object({
  jsonrpc: z.literal('2.0'),
  /** Absent: whoever calls does not want to hear of it. */
  id: idSchema.optional(),
  method: anyText.pipe(z.string().min(1)),
  params: z.array(z.unknown()).nullish(),
});

export type Id = string | number | null;
export type Call = z.infer<typeof callSchema>;

/** What stands where a call should, with the answer to it. */
export interface NoCall {
  id: Id;
  error: string;
}

export interface Request {
  batch: boolean;
  calls: readonly (Call | NoCall)[];
}

/** A request that is none: said once, for all of it. */
export interface Misread {
  error: string;
}

/** Reads a request's text: a call, or a batch of them. */
export function readRequest(text: string): Request | Misread {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return { error: errorReply(null, PARSE_ERROR, 'the request is no JSON') };
  }
  if (!Array.isArray(value)) return { batch: false, calls: [readCall(value)] };
  if (value.length === 0)
    return { error: errorReply(null, INVALID_REQUEST, 'a batch holds a call at least') };
  if (value.length > MAX_READ)
    return {
      error: errorReply(null, INVALID_REQUEST, `a batch holds at most ${MAX_BATCH} calls`),
    };
  const words = `only the first ${MAX_BATCH} calls of a batch are answered`;
  return { batch: true, calls: refuseFrom(MAX_BATCH, value.map(readCall), words) };
}

/** What is answered to a call that is one too many; null when nobody wants an answer. */
export function refuse(call: Call | NoCall, message: string): string | null {
  if ('error' in call) return call.error;
  return call.id === undefined ? null : errorReply(call.id, LIMIT_EXCEEDED, message);
}

/** The calls, of which those from a place on are not made: each is answered with the reason. */
export function refuseFrom(
  place: number,
  calls: Request['calls'],
  message: string,
): Request['calls'] {
  return calls.map((call, index) => {
    const error = index < place ? null : refuse(call, message);
    return error === null ? call : { id: call.id ?? null, error };
  });
}

function readCall(value: unknown): Call | NoCall {
  const parsed = callSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  // Clients know by the id which of their calls is answered.
  const id = z.object({ id: idSchema }).safeParse(value).data?.id ?? null;
  const onlyId = parsed.error.issues.every(({ path }) => path[0] === 'id');
  const words = onlyId ? BAD_ID : 'not a call of JSON-RPC 2.0 with positional params';
  return { id, error: errorReply(id, INVALID_REQUEST, words) };
}

export function errorReply(id: Id, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
