import { METHOD_NOT_FOUND } from '../errors.ts';

/** A JSON-RPC error that the recorded node answers with. */
export class RpcRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcRefusal';
    this.code = code;
  }
}

const INVALID_PARAMS = -32602;
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;

/** The call is known, but this answer is not in the recording. */
export function notRecorded(what: string): RpcRefusal {
  return new RpcRefusal(1, `not recorded: ${what}`);
}

export function methodNotFound(method: string): RpcRefusal {
  return new RpcRefusal(METHOD_NOT_FOUND, `method '${method}' not found: not recorded`);
}

export function actorNotFound(address: string): RpcRefusal {
  return new RpcRefusal(1, `resolution lookup failed (${address}): actor not found`);
}

/** As Lotus says it of a block that it does not have. */
export function notFound(cid: string): RpcRefusal {
  return new RpcRefusal(1, `ipld: could not find ${cid}: not found`);
}

export function invalidParams(method: string, what: string): RpcRefusal {
  return new RpcRefusal(INVALID_PARAMS, `invalid params of ${method}: ${what}`);
}
