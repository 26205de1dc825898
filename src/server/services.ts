import { readdirSync, readFileSync } from 'node:fs';
import { createApi } from '#api/app.ts';
import type { Look } from '#api/docs/routes.ts';
import { createJobs } from '#verification/jobs.ts';
import { createProgress, type Progress } from '#verification/told.ts';
import { contractAt, createVerification } from '#verification/verification.ts';
import { createWorkshop } from '#verification/workshop/workshop.ts';
import { createTagClaims } from '#claims/claims.ts';
import { readContent } from '#content/networks.ts';
import { createExplorer, type Explorer } from '#explorer/index.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { useT } from '#i18n/translate.ts';
import type { TipsetEvent } from '#live/server.ts';
import { type IndexHeadChange, openStore, type Store } from '#store/store.ts';
import { compileQueue, type Config, databaseSettings, siteSettings } from './config.ts';
import type { Api } from './http/calls.ts';
import type { Logger } from './log.ts';
import { openPlaces } from './places.ts';
import { ALONE, type Siblings } from './processes/siblings.ts';
import { Tracker } from './tracker.ts';

/** What pages, calls and the websocket are made of. Built once per process. */
export interface Services {
  store: Store;
  explorer: Explorer;
  tracker: Tracker;
  api: Api;
  /** How far verifications are. */
  progress: Progress;
  /** `Astro.locals` of one request. */
  locals(requestId: string): App.Locals;
  head(): TipsetEvent | null;
  /** Hears of every new head once the answers are made for it; returns how to stop. */
  onHead(listener: (head: TipsetEvent) => void): () => void;
  close(): Promise<void>;
}

const DIGEST_HEX = 64;

function tipsetEvent(change: IndexHeadChange): TipsetEvent {
  const key: string[] = [];
  for (let at = 0; at < change.key.length; at += DIGEST_HEX)
    key.push(cidOf(fromHex(change.key.slice(at, at + DIGEST_HEX))));
  return { ...change, key };
}

const STYLES = new URL('../styles/', import.meta.url);

/** What the API's reference shares with the pages. */
function readLook(): Look {
  const fonts = new URL('fonts/', STYLES);
  const names = readdirSync(fonts).filter((name) => name.endsWith('.woff2'));
  return {
    style: ['tokens.css', 'fonts.css']
      .map((name) => readFileSync(new URL(name, STYLES), 'utf8'))
      .join('\n'),
    fonts: new Map(names.map((name) => [name, readFileSync(new URL(name, fonts))])),
  };
}

/** Version of this program, from package.json. */
export function programVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? 'unknown';
}

/**
 * Opens the database and what reads from it.
 * @throws StoreError when the database cannot be had
 */
export async function openServices(
  config: Config,
  log: Logger,
  { connections, compiling }: Pick<Siblings, 'connections' | 'compiling'> = ALONE,
): Promise<Services> {
  const store = await openStore({ ...databaseSettings(config), connections, log });
  try {
    const contentOf = readContent(config.CONTENT_DIR);
    const explorer = createExplorer(store, { places: openPlaces(config.IP_DATABASE), contentOf });
    const onHead = store.onHead.bind(store);
    const tracker = await Tracker.start({ explorer, onHead, log });
    const site = siteSettings(config);
    const workshop = createWorkshop({
      dataDir: config.DATA_DIR,
      registry: config.COMPILER_REGISTRY ?? null,
      queue: compiling ?? compileQueue(config),
      onError: (error) => log.warn({ err: error }, 'Outputs of compilers cannot be kept'),
    });
    const hasCompiler = (version: string) =>
      config.COMPILER_REGISTRY === undefined ? workshop.has(version) : Promise.resolve(true);
    const verification = createVerification({
      store,
      explorer,
      workshop,
      onChange: () => tracker.refresh(),
    });
    const onError = (error: unknown) => log.error({ err: error }, 'A verification failed');
    const jobs = createJobs({ store, verification, onError });
    const progress = createProgress({
      jobs,
      contractAt: (address) => contractAt(explorer, address),
      onError,
    });
    return {
      store,
      explorer,
      tracker,
      progress,
      api: createApi({
        explorer,
        claims: createTagClaims({
          store,
          explorer,
          contentOf,
          brand: useT('en')('shell.brand'),
          minPower: config.TAG_MIN_POWER,
          onChange: () => tracker.refresh(),
        }),
        verification,
        jobs,
        progress,
        version: programVersion(),
        look: readLook(),
        onError: (error, id) => log.error({ err: error, id }, 'A call of the API failed'),
      }),
      locals(requestId) {
        const { network, head, status } = tracker.snapshot;
        return {
          explorer,
          hasCompiler,
          site,
          clock: tracker.clock(),
          network,
          head,
          status,
          requestId,
        };
      },
      head() {
        const { head } = tracker.snapshot;
        return head === null ? null : { height: head.height, key: head.key };
      },
      onHead: (listener) =>
        store.onHead((change) => {
          // Whoever is told asks at once, and must not be given what was kept for the head before.
          void tracker.refresh().then(() => listener(tipsetEvent(change)));
        }),
      async close() {
        tracker.stop();
        await jobs.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
