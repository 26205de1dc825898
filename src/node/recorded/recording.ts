import { z } from 'zod';
import { buildActors, type Actors } from './actors.ts';
import { buildCatalogue, type Catalogue } from './catalogue.ts';
import { buildChain, type Chain } from './chain.ts';
import { openAnswers, openObjects, readTimeline } from './file.ts';
import { indexMessages, type Messages } from './messages.ts';
import { readObjects, type RecordedObjects } from './objects.ts';
import { rebuildStateTrees } from './stateTrees.ts';
import { readStates } from './states.ts';
import { readEvents, type Timeline } from './timeline.ts';

/** A recorded chain, ready to be asked. */
export interface Recording {
  readonly network: string;
  readonly catalogue: Catalogue;
  readonly chain: Chain;
  readonly actors: Actors;
  /** JSON of states beyond what was recorded, by the CIDs of their blocks. */
  readonly states: ReadonlyMap<string, string>;
  /** Null where none is known: of a recording of a part of a chain, without objects of its own. */
  readonly objects: RecordedObjects | null;
  readonly messages: Messages;
  readonly timeline: Timeline;
  close(): Promise<void>;
}

/**
 * The network's name and the chain's end are read from what was recorded; a recording needs no
 * manifest.
 * @param cacheDir where the unpacked answers are kept; default: the system's temporary folder
 */
export async function openRecording(folder: string, cacheDir?: string): Promise<Recording> {
  const file = await openAnswers(folder, cacheDir);
  const objectsFile = await openObjects(folder, cacheDir);
  const catalogue = buildCatalogue(file);
  const timeline = readEvents(await readTimeline(folder), catalogue);
  const chain = buildChain(catalogue, timeline.last);
  const actors = buildActors(catalogue, chain);
  const rebuilt = chain.whole ? rebuildStateTrees(catalogue, chain, actors) : null;
  return {
    network: networkName(catalogue),
    catalogue,
    chain,
    actors,
    states: await readStates(folder),
    objects: objectsFile === null ? rebuilt : readObjects(objectsFile, rebuilt),
    messages: indexMessages(catalogue),
    timeline,
    async close() {
      await file.close();
      await objectsFile?.close();
    },
  };
}

function networkName(catalogue: Catalogue): string {
  const name = catalogue.answers.get('StateNetworkName')?.get('[]');
  if (name === undefined) throw new Error('The recording does not tell its network’s name.');
  return z.string().parse(JSON.parse(catalogue.read(name).toString('utf8')));
}
