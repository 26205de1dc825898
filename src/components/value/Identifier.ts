/**
 * An identifier of the chain: shortened by the one rule of format/shorten.ts, in monospace, the full
 * text in the DOM (copying a selection gives it whole) and in the title, with a copy button. Accounts
 * have a glyph and before their address, in this order, their tag, their name in the name service, or
 * what a contract calls itself, which is drawn apart: anybody can choose that. Those of the EVM are
 * written as 0x…. Pointing at an identifier marks all equal ones on the page.
 *
 * <Identifier kind="address" value="f01234" tag={row.fromTag} fns={row.fromFnsName} />
 * <Identifier kind="message" value={cid} href={paths.message(lang, cid, block)} />
 *
 * A dash where there is none (null). The null address is written one way, as what it is, unless whole.
 */
import { seenName } from '#contracts/source/hidden.ts';
import { glyphOf } from '#format/glyph.ts';
import { identifierPath, paths } from '#format/paths.ts';
import { formatUtc } from '#format/time.ts';
import { shorten, type IdentifierKind } from '#format/shorten.ts';
import { ethForm, isNull, NULL_ETH, ownForm } from '#filecoin/forms.ts';
import { attribute, component, type Page, textOf } from '../component.ts';
import type { Labels } from '../page/labels.ts';

interface Props {
  /** `block` and `message` are CIDs that have pages; `cid` is any other; `hash` is an Ethereum transaction hash. */
  kind: IdentifierKind;
  value: string | null;
  /** Where it leads; absent: the page of its kind; null: plain text. */
  href?: string | null | undefined;
  /** What it is known as: a tag of the wire, or a word of this site. */
  tag?:
    | {
        name: string;
        signed?: boolean | undefined;
        merchant?: string | undefined;
        fullName?: string | undefined;
        signedBy?: string | undefined;
        signedAt?: number | undefined;
      }
    | string
    | null
    | undefined;
  /** Its name in the name service. */
  fns?: string | null | undefined;
  /** The name in its verified source, where `Astro.locals.labels` does not tell it. */
  code?: string | null | undefined;
  /** False: how it is called is said elsewhere. */
  named?: boolean;
  /** This form of the address is what matters: as it is, without a name. */
  written?: boolean;
  /** Draw the account's glyph; default: addresses. */
  glyph?: boolean;
  /** Offer the copy button; default true, except heights. */
  copy?: boolean;
  /** Show it whole. */
  full?: boolean;
}

type Label = Labels extends ReadonlyMap<string, infer L> ? L : never;

/** Its HTML, for components that are functions themselves. */
export function identifierHtml(props: Props, page: Page): string {
  const { kind, value, full = false, written = false } = props;
  if (value === null) return '<span class="none">–</span>';
  const { t, locals } = page;
  const { named = !written } = props;
  const { glyph = kind === 'address', copy = kind !== 'height' && kind !== 'plain' } = props;
  const nobody = kind === 'address' && !full && isNull(value);
  const text = nobody ? NULL_ETH : kind === 'address' && !written ? ethForm(value) : value;
  const label = kind === 'address' && named ? locals.labels?.get(text) : undefined;
  return [
    `<span class="id id-${kind}${full ? ' id-full' : ''}">`,
    glyph ? glyphHtml(ownForm(text)) : '',
    nameHtml(props, { text, label, nobody }, page),
    textHtml(props, { text, leads: nobody ? text : value }, page),
    copy
      ? `<button class="copy needs-js" type="button"${attribute('aria-label', t('common.copy'))}></button>`
      : '',
    '</span>',
  ].join('');
}

function glyphHtml(address: string): string {
  const { hue, path } = glyphOf(address);
  return `<svg class="glyph h${hue}" viewBox="-0.5 -0.5 6 6" width="16" height="16" aria-hidden="true"><path d="${path}"></path></svg>`;
}

/** The identifier itself, a link to where it leads. */
function textHtml(
  { kind, href: given, full = false }: Props,
  { text, leads }: { text: string; leads: string },
  { t }: Page,
): string {
  const href = given === undefined ? identifierPath(t.lang, kind, leads) : given;
  const tag = href === null ? 'span' : 'a';
  const short = full ? { head: text, middle: '', tail: '' } : shorten(kind, text);
  const middle = short.middle === '' ? '' : `<span class="id-mid">${textOf(short.middle)}</span>`;
  const title = short.middle === '' ? undefined : text;
  return `<${tag} class="id-text"${attribute('href', href)}${attribute('title', title)}>${textOf(short.head)}${middle}${textOf(short.tail)}</${tag}>`;
}

/** What it is called, if anything. */
function nameHtml(
  { tag, fns, code }: Props,
  { text, label, nobody }: { text: string; label: Label | undefined; nobody: boolean },
  { t }: Page,
): string {
  const known = tag ?? label?.tag;
  const given = (typeof known === 'string' ? known : known?.name) ?? '';
  const self = fns ?? label?.fns ?? (nobody ? t('account.nullAddress') : '');
  const name = given === '' ? self : given;
  // What the contract says of itself counts only where nobody else names it.
  if (name === '')
    return ownHtml(label?.own ?? (code ? { kind: 'code', name: code, symbol: '' } : null), text, t);
  const claim = typeof known === 'object' && known?.signed === true ? known : null;
  const called = [
    claim?.fullName ?? name,
    claim?.signedBy === undefined
      ? []
      : t('claim.signedBy', { owner: claim.signedBy, date: formatUtc(claim.signedAt ?? 0) }),
  ]
    .flat()
    .join(' · ');
  const merchant = typeof known === 'string' ? undefined : known?.merchant;
  const more =
    merchant !== undefined
      ? paths.merchant(t.lang, merchant)
      : given === '' && !nobody && paths.name(t.lang, name);
  const element = more === false ? 'span' : 'a';
  const attributes = attribute('title', called) + attribute('href', more === false ? null : more);
  const classes = claim === null ? '' : ' signed';
  return `<${element}${attributes} class="${tagClass(name)}${classes}"><bdi>${textOf(name)}</bdi></${element}>`;
}

/**
 * Names of so many letters, or half as many signs of East Asia, are wider than the room that crowded lists
 * keep for them (table.css), and than what any list keeps.
 */
const LONG = 16;
const LONGEST = 28;

function tagClass(name: string): string {
  const letters = [...name].reduce((sum, sign) => sum + (sign >= '\u2e80' ? 2 : 1), 0);
  if (letters < LONG) return 'id-tag';
  return letters < LONGEST ? 'id-tag id-long' : 'id-tag id-long id-longest';
}

/** What a contract calls itself. */
function ownHtml(own: Label['own'], text: string, t: Page['t']): string {
  if (own === null || own === undefined) return '';
  const words = [...new Set([own.symbol, own.name])]
    .filter((word) => word !== '')
    .map((word) => seenName(word));
  if (words.length === 0) return '';
  const token = own.kind === 'token';
  const element = token ? 'a' : 'span';
  const title = `${words.join(' · ')} – ${t(token ? 'common.ownName.token' : 'common.ownName.code')}`;
  const attributes =
    attribute('title', title) + attribute('href', token ? paths.token(t.lang, text) : null);
  const shown = words.map((word) => `<bdi>${textOf(word)}</bdi>`).join(' · ');
  return `<${element}${attributes} class="${tagClass(words.join(' · '))} id-own id-own-${own.kind}">${shown}</${element}>`;
}

export default component(identifierHtml);
