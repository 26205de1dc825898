/** Events that a message emitted: as parts hear of them, and as they are stored. */
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import type { EventJson } from '#node/types.ts';
import { packEntries } from '#store/entries.ts';
import type { ExecutionFacts, Log } from '../types.ts';
import { knownId } from './ids.ts';

/** `message`: its place in the tipset's execution. Emitters that have no id yet are not heard of. */
export function decodeEvents(
  events: readonly EventJson[],
  message: number,
): { logs: Log[]; packed: ExecutionFacts['events'] } {
  const all = events.map((event, index) => ({
    message,
    index,
    emitter: event.Emitter,
    entries: event.Entries.map((entry) => ({
      flags: entry.Flags,
      key: entry.Key.toWellFormed(),
      codec: entry.Codec,
      value: fromBase64(entry.Value),
    })),
  }));
  return {
    logs: all.flatMap((log) => {
      const emitter = knownId(log.emitter);
      return emitter === null ? [] : { ...log, emitter };
    }),
    packed: all.map(({ emitter, entries }) => ({ emitter, entries: packEntries(entries) })),
  };
}
