/**
 * Why a call to a node failed.
 * - `unavailable`: the node was away, too slow or overloaded; asking again may help.
 * - `rpc`: the node refused, with a JSON-RPC code.
 * - `unsupported`: the node does not have the call (JSON-RPC -32601), or is not asked for it: a call of
 *   recordings only.
 * - `nonsense`: the answer is not what any schema allows.
 * - `closed`: the client was closed while the call was under way.
 */
export type NodeErrorKind = 'unavailable' | 'rpc' | 'unsupported' | 'nonsense' | 'closed';

/** JSON-RPC's code for an unknown method. */
export const METHOD_NOT_FOUND = -32601;

/** JSON-RPC's code for a call of a contract that failed (EIP-1474's practice). */
const EXECUTION_REVERTED = 3;

/** JSON-RPC's code for parameters that do not fit: they will not fit next time. */
const INVALID_PARAMS = -32602;

/** What a refusal says that is a fact of the state or of a recording: asked again, it is the same. */
const FACTS =
  /actor not found|failed to lookup the id address|address \S+ not found|deal \d+ not found|sector not found|sector \d+ not found|can't find sector|certificate not found|f3 is disabled|\bnot recorded\b/i;

export class NodeError extends Error {
  readonly kind: NodeErrorKind;
  /** Whether it will be the same next time: a fact, what the node does not have, an answer without end. */
  readonly lasting: boolean;
  /** Wire name of the call, e.g. `Filecoin.ChainHead`. */
  readonly method: string;
  /** JSON-RPC error code, or HTTP status for an `unavailable` node; null when there is none. */
  readonly code: number | null;
  /** The message without the call. */
  readonly details: string;

  constructor(
    kind: NodeErrorKind,
    method: string,
    message: string,
    options: { code?: number; cause?: unknown; lasting?: boolean } = {},
  ) {
    super(`${method}: ${message}`, { cause: options.cause });
    this.name = 'NodeError';
    this.kind = kind;
    this.method = method;
    this.code = options.code ?? null;
    this.details = message;
    this.lasting =
      options.lasting ??
      ((kind === 'rpc' || kind === 'unsupported') &&
        (this.code === INVALID_PARAMS || FACTS.test(message) || isReverted(this)));
  }

  /** The same, of which is known that it lasts. */
  asLasting(): NodeError {
    const { kind, method, details, code, cause } = this;
    const known = code === null ? {} : { code };
    return new NodeError(kind, method, details, { ...known, cause, lasting: true });
  }
}

/** Its answer was longer than may be kept: it will be next time too. */
export function isTooLong(error: unknown): boolean {
  return error instanceof NodeError && error.kind === 'nonsense' && error.lasting;
}

/** A contract reverted: Lotus's code 3; others and older ones say so in words. */
export function isReverted(error: unknown): boolean {
  return (
    error instanceof NodeError &&
    error.kind === 'rpc' &&
    (error.code === EXECUTION_REVERTED || /execution reverted|exit=?\W*33\b/i.test(error.message))
  );
}

/** Lotus, Forest and Venus say in words that an address has no actor, Forest in its own where an id is looked up. */
export function isActorNotFound(error: unknown): boolean {
  return (
    error instanceof NodeError &&
    error.kind === 'rpc' &&
    /actor not found|failed to lookup the id address/i.test(error.message)
  );
}

/** No robust address is known for an id: the actor or its name is not found. */
export function isNameNotFound(error: unknown): boolean {
  return (
    isActorNotFound(error) ||
    (error instanceof NodeError &&
      error.kind === 'rpc' &&
      /address \S+ not found/i.test(error.message))
  );
}

/** The node does not have this object: Lotus and Venus say it as go-ipld-format does, Forest in its own words. */
export function isObjectNotFound(error: unknown): error is NodeError {
  return (
    error instanceof NodeError &&
    error.kind === 'rpc' &&
    /ipld: could not find|block not found|can't find object with cid/i.test(error.message)
  );
}

/** The market has no such deal: it ended, or there never was one. */
export function isDealNotFound(error: unknown): boolean {
  return (
    error instanceof NodeError && error.kind === 'rpc' && /deal \d+ not found/i.test(error.message)
  );
}
