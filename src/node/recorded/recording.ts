import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { buildActors, type Actors } from './actors.ts';
import { buildCatalogue, keyText, type Catalogue } from './catalogue.ts';
import { buildChain, type Chain } from './chain.ts';
import { openAnswers, readTimeline } from './file.ts';
import { indexMessages, type Messages } from './messages.ts';
import { readEvents, type Timeline } from './timeline.ts';

const Manifest = z.object({
  network: z.string(),
  head: z.object({ height: z.int(), key: z.array(z.string()).min(1) }),
});

/** A recorded chain, ready to be asked. */
export interface Recording {
  readonly network: string;
  readonly catalogue: Catalogue;
  readonly chain: Chain;
  readonly actors: Actors;
  readonly messages: Messages;
  readonly timeline: Timeline;
  close(): Promise<void>;
}

/** @param cacheDir where the unpacked answers are kept; default: the system's temporary folder */
export async function openRecording(folder: string, cacheDir?: string): Promise<Recording> {
  const manifest = Manifest.parse(
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
  );
  const file = await openAnswers(folder, cacheDir);
  const catalogue = buildCatalogue(file);
  const last = catalogue.tipsetOfKey.get(keyText(manifest.head.key));
  if (last === undefined) throw new Error('The recording lacks the tipset of its own head.');
  const chain = buildChain(catalogue, last);
  return {
    network: manifest.network,
    catalogue,
    chain,
    actors: buildActors(catalogue, chain),
    messages: indexMessages(catalogue),
    timeline: readEvents(await readTimeline(folder), catalogue),
    close: () => file.close(),
  };
}
