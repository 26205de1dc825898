import { THING_KINDS, type ThingKind } from '#format/thing.ts';
import type { Translate } from '#i18n/translate.ts';

/** What each kind of thing is called. */
export function thingNames(t: Translate): Record<ThingKind, string> {
  const names = THING_KINDS.map((kind) => [kind, t(`thing.${kind}`)]);
  return Object.fromEntries(names) as Record<ThingKind, string>;
}
