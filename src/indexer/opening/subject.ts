/**
 * What an index that begins after the genesis takes over of the state before its first tipset, and any
 * index of what an upgrade made without messages: kinds of things, each walked through in slices, in an
 * order that the state itself has, so that a slice goes on where the last one ended, whenever that was.
 */
import type { Kysely } from 'kysely';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import type { Logger } from '#node/log.ts';
import type { NodeClient, NodeInfo, TipsetKey } from '#node/types.ts';
import type { SubjectName } from '#store/opening.ts';
import type { Database } from '#store/schema.ts';
import type { Older } from '../older.ts';
import type { KindSource } from '../chain/kinds.ts';

/** A state that is taken over. */
export interface StatePlace {
  /** `State*` calls at this key tell of it: the state before the tipset's messages. */
  key: TipsetKey;
  /** CID of that state. */
  root: string;
  /** Height of the tipset whose upgrade made its allocations; null of those that are older than the index. */
  madeHeight: number | null;
}

/** Where the state is read. */
export interface OpeningSource extends StatePlace {
  node: NodeClient;
  db: Kysely<Database>;
  startHeight: number;
  info: NodeInfo;
  /** Objects of the state, read beside what following reads; null where the node does not tell them. */
  objects: ObjectSource | null;
  kinds: KindSource;
  log: Logger;
  /** Sectors of one provider that are read at once. */
  room: number;
}

export interface Slice {
  older: Partial<Older>;
  /** How many things these are. */
  taken: number;
  /** Where the next one begins; null: this was the last. */
  after: string | null;
}

export interface Subject {
  readonly name: SubjectName;
  /** What must be done before it begins. */
  readonly behind?: SubjectName;
  /**
   * The slice behind `after`; null begins. Rejects with NodeError: a lasting one where the node
   * cannot tell at all.
   */
  read(source: OpeningSource, after: string | null): Promise<Slice>;
}
