/// <reference types="astro/client" />
import type { Labels } from '#components/page/labels.ts';
import type { Explorer } from '#explorer/index.ts';
import type { IndexStatus, NetworkFacts } from '#explorer/network/schema.ts';
import type { ChainClock, HeadFacts, SiteSettings } from '#server/locals.ts';

declare global {
  namespace App {
    /**
     * `Astro.locals`. Reads throw errors whose `name` is `NotFound` or `BadInput`. The pages' bundle has its own
     * copy of those classes, so ask by `error.name`, never by `instanceof`.
     */
    interface Locals {
      explorer: Explorer;
      /** Whether a release of Solidity can be had here. */
      hasCompiler: (version: string) => Promise<boolean>;
      site: SiteSettings;
      clock: ChainClock;
      /** Null until the indexer has met its node for the first time. */
      network: NetworkFacts | null;
      /** Null while the index is empty. */
      head: HeadFacts | null;
      /** How far the index is; no older than two seconds. */
      status: IndexStatus;
      requestId: string;
      /** How the accounts of the page are called, once its reads have been made (`attempt`). */
      labels?: Labels;
    }
  }
}
