/** Links to what identifiers name: the few that the live client needs too. */
import { isBeyondIds, type IdentifierKind } from './shorten.ts';

export type PathLocale = 'en' | 'zh' | 'ko';

type Entity = 'tipset' | 'block' | 'message' | 'address' | 'peer' | 'merchant' | 'fns/name';

/** The page of an entity. */
export function entityPath(lang: PathLocale, entity: Entity, value: string | number): string {
  return `/${lang}/${entity}/${encodeURIComponent(value)}`;
}

const ENTITIES: Readonly<Partial<Record<IdentifierKind, Entity>>> = {
  address: 'address',
  block: 'block',
  message: 'message',
  hash: 'message',
  height: 'tipset',
  peer: 'peer',
};

/** Where an identifier of this kind leads; null when it has no page, as the id that nobody can have. */
export function identifierPath(
  lang: PathLocale,
  kind: IdentifierKind,
  value: string,
): string | null {
  const entity = ENTITIES[kind];
  if (entity === undefined || isBeyondIds(value)) return null;
  return entityPath(lang, entity, kind === 'height' ? value.replaceAll(',', '') : value);
}
