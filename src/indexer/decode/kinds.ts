/** Kinds of actors and names of methods as the decoder needs them: by code, with their ids. */
import { kindIndex, type KindTable } from '#filecoin/actors/kinds.ts';
import { methodId, methodName } from '#filecoin/actors/methods.ts';
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import { parseCid } from '#filecoin/encoding/cid.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';

/** What a code CID stands for. */
export interface Code {
  kind: ActorKind;
  version: number;
  /** Database value of the kind. */
  index: number;
  /** The CID's bytes. */
  cid: Uint8Array;
}

export interface Method {
  name: string;
  id: number;
}

/** Method numbers are chosen by senders: the memory of them is bounded. */
const MAX_REMEMBERED = 10_000;

export class Kinds {
  readonly #table: KindTable;
  readonly #codes = new Map<string, Code | null>();
  readonly #methods = new Map<string, Method>();

  constructor(table: KindTable) {
    this.#table = table;
  }

  /** What a code CID's text stands for; null for an unknown code. */
  ofCode(code: string): Code | null {
    let found = this.#codes.get(code);
    if (found === undefined) {
      const known = this.#table(code);
      found = known ? { ...known, index: kindIndex(known.kind), cid: parseCid(code) } : null;
      if (this.#codes.size < MAX_REMEMBERED) this.#codes.set(code, found);
    }
    return found;
  }

  method(kind: ActorKind | null, number: Uint64, version: number | undefined): Method {
    const key = `${String(kind)}/${number}/${String(version)}`;
    let method = this.#methods.get(key);
    if (!method) {
      const name = methodName(kind, number, version);
      method = { name, id: methodId(name) };
      if (this.#methods.size < MAX_REMEMBERED) this.#methods.set(key, method);
    }
    return method;
  }
}
