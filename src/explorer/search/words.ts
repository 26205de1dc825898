/** What is found by what it is called: names of the name service, tokens, known accounts. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { normalizeName } from '#filecoin/evm/names.ts';
import { UNKNOWN_STANDARD } from '#filecoin/evm/tokens.ts';
import { MIN_PREFIX, textRange } from '#filecoin/lookup/prefix.ts';
import { sql } from 'kysely';
import { resolveAddresses } from '../account/resolve.ts';
import { knownAccounts, matchName } from '../known.ts';
import { nameText } from '../name/find.ts';
import { namesOf } from '../names.ts';
import { claimedName } from '../tag/claims.ts';
import { tokenRows, type TokenRow } from '../token/rows.ts';
import type { View } from '../view.ts';
import type { FoundThing } from './schema.ts';

/** Longest text that is looked for among names. */
const MAX_WORDS = 128;
/** Tokens whose name begins so that are looked at; of those the most moved are shown. */
const SAMPLE = 100;
/** Of that very name, which anybody may give to a contract: the one that is meant is among the most moved. */
const NAMESAKES = 2_000;

/** The database compares these by their bytes, letters A to Z without their case. */
const folded = (text: string): string => text.replace(/[A-Z]+/g, (part) => part.toLowerCase());

/** Whether a text may be looked for among names: not too long, and fit for the database. */
export function isWord(text: string): boolean {
  return text !== '' && text.length <= MAX_WORDS && text.isWellFormed() && !text.includes('\0');
}

/** Texts that begin so, or of a short text only itself. */
function rangeOf(text: string): { from: string; to: string } {
  const short = [...text].length < MIN_PREFIX;
  return short ? { from: text, to: text } : textRange(text);
}

/** Names of the name services, with their suffix or without. */
export async function namesLike(view: View, text: string, limit: number): Promise<FoundThing[]> {
  const services = view.network.data.nameServices;
  // Labels that can be asked for are in lower case.
  const wanted = text.normalize('NFC').toLowerCase();
  const suffix = services.find(({ suffix }) => wanted.endsWith(`.${suffix}`))?.suffix;
  const label = suffix === undefined ? wanted : wanted.slice(0, -suffix.length - 1);
  if (services.length === 0 || label === '' || label.includes('.')) return [];
  // `kelp.fil` is one name, `kelp` begins many.
  const { from, to } = suffix === undefined ? rangeOf(label) : { from: label, to: label };
  const lower = sql<string>`lower(label)`;
  const rows = await view.db
    .selectFrom('name')
    .select(['service', 'label'])
    .where(lower, '>=', from)
    .where(lower, '<=', to)
    .orderBy(lower)
    .limit(limit)
    .execute();
  return rows.flatMap(({ service, label: own }): FoundThing[] => {
    const name = nameText(view, service, own);
    // Others cannot be asked for by their text.
    if (name === null || own === null || normalizeName(own) !== own || own.includes('.')) return [];
    return [{ kind: 'name', id: name, label: name, match: own === label ? 'exact' : 'prefix' }];
  });
}

/** Tokens by their name or symbol, most transfers first. */
export async function tokensLike(view: View, text: string, limit: number): Promise<FoundThing[]> {
  const wanted = folded(text);
  const { from, to } = rangeOf(wanted);
  const ids = await Promise.all(
    (['name', 'symbol'] as const).map((column) => {
      const lower = sql`lower(${sql.ref(`m.${column}`)})`;
      const tokens = sql`
        select t.actor_id, t.transfer_count from token_metadata m join token t on t.address = m.address
        where t.standard <> ${UNKNOWN_STANDARD}`;
      return sql<{ actor_id: number }>`
        (select actor_id from (
          ${tokens} and ${lower} = ${wanted} limit ${NAMESAKES}
        ) namesakes order by transfer_count desc limit ${limit})
        union all
        (select actor_id from (
          ${tokens} and ${lower} between ${from} and ${to} order by ${lower} limit ${SAMPLE}
        ) begun)`.execute(view.db);
    }),
  );
  const rows = await tokenRows(
    view,
    ids.flatMap((found) => found.rows.map(({ actor_id }) => actor_id)),
  );
  const isWhole = ({ name, symbol }: TokenRow): boolean =>
    [name, symbol].some((word) => word !== null && folded(word) === wanted);
  const shown = rows
    .sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || b.transfer_count - a.transfer_count)
    .slice(0, limit);
  const names = await namesOf(
    view,
    shown.map(({ actor_id }) => actor_id),
  );
  return shown.map((row) => ({
    kind: 'token',
    id: names.shown(row.actor_id),
    label: tokenLabel(row) ?? names.shown(row.actor_id),
    match: isWhole(row) ? 'exact' : 'prefix',
  }));
}

/** `Wrapped FIL (WFIL)`; null for a token that does not say what it is called. */
export function tokenLabel({ name, symbol }: Pick<TokenRow, 'name' | 'symbol'>): string | null {
  if (name === null || symbol === null || name === symbol) return name ?? symbol;
  return `${name} (${symbol})`;
}

/** Accounts that their owners or editors have named, by a word of their names. */
export async function knownLike(view: View, text: string, limit: number): Promise<FoundThing[]> {
  if ([...text].length < 2) return [];
  const known = knownAccounts(view.content).named(text, view.language).slice(0, limit);
  const ids = await resolveAddresses(
    view,
    known.map(({ address }) => address),
  );
  const claimed = claimedLike(view, text);
  const names = await namesOf(view, [...ids.values(), ...claimed.map(({ id }) => id)]);
  const things = known.flatMap(({ address, name, whole }): FoundThing[] => {
    const id = ids.get(toHex(address)) ?? null;
    // Its owner calls it otherwise.
    if (id !== null && view.claims.of(id) !== null) return [];
    return [thingOf(names.shown(id, address), name, whole)];
  });
  return [...claimed.map(({ id, name, whole }) => thingOf(names.shown(id), name, whole)), ...things]
    .sort((a, b) => Number(b.match === 'exact') - Number(a.match === 'exact'))
    .slice(0, limit);
}

function thingOf(id: string, label: string, whole: boolean): FoundThing {
  return { kind: 'address', id, label, match: whole ? 'exact' : 'word' };
}

/** Storage providers by the names that their owners signed, in either language. */
function claimedLike(
  { claims, language }: View,
  text: string,
): { id: number; name: string; whole: boolean }[] {
  const wanted = text.toLowerCase();
  return claims.all.flatMap((claim) => {
    const { name } = claimedName(claim, language);
    const { en, enFull, zh, zhFull } = claim;
    const names = [en, enFull, zh, zhFull].filter((each) => each !== null);
    const match = matchName(names, wanted);
    return match === null ? [] : [{ id: claim.actorId, name, whole: match === 'whole' }];
  });
}
