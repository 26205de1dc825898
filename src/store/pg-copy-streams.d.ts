/** The part of pg-copy-streams that the store uses; the package brings no types. */
declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** A query to hand to `client.query`, and a stream that takes the rows. */
  export function from(sql: string): Writable & Submittable;
}
