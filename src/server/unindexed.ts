import type { Explorer } from '#explorer/index.ts';
import type { SiteSettings } from './locals.ts';

function noIndex(): never {
  throw new Error('A prerendered page asked for the index: it has to be rendered on demand');
}

/** Locals of a page that is prerendered: the settings, and an explorer that throws on use. */
export function unindexed(site: SiteSettings): App.Locals {
  const explorer = new Proxy({} as Explorer, { get: noIndex });
  return {
    explorer,
    site,
    clock: { now: Math.floor(Date.now() / 1000), offset: 0, recorded: false },
    network: null,
    head: null,
    requestId: 'build',
  };
}
