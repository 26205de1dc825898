/** Cells as the server draws them, written anew. */
import type { Tag } from '#explorer/wire.ts';
import { filDigits, filParts, formatFilExact } from '#format/fil.ts';
import { glyphOf } from '#format/glyph.ts';
import { entityPath, identifierPath } from '#format/entity.ts';
import { shorten, type IdentifierKind } from '#format/shorten.ts';
import type { Locale } from '#i18n/locales.ts';

/** What an account is known as: its tag, else its own name in the name service. */
interface Known {
  tag?: Tag | null | undefined;
  fnsName?: string | undefined;
}

function putName(text: Element, { tag, fnsName }: Known, locale: Locale): void {
  const name = tag?.name ?? fnsName;
  const href =
    (tag
      ? tag.merchant && entityPath(locale, 'merchant', tag.merchant)
      : name && entityPath(locale, 'fns/name', name)) ?? null;
  const old = text.parentElement?.querySelector<HTMLElement>('.id-tag');
  if (old?.textContent === name && old?.getAttribute('href') === href) return;
  old?.remove();
  if (name === undefined) return;
  const place = document.createElement(href === null ? 'span' : 'a');
  place.className = tag?.signed ? 'id-tag signed' : 'id-tag';
  place.title = tag?.fullName ?? name;
  if (href !== null) place.setAttribute('href', href);
  const shown = document.createElement('bdi');
  shown.textContent = name;
  place.append(shown);
  text.after(place);
}

/** Writes another identifier of the same kind, with what it is known as, into a cell. */
export function putIdentifier(
  cell: Element,
  kind: IdentifierKind,
  value: string,
  locale: Locale,
  known: Known = {},
): void {
  const text = cell.querySelector<HTMLAnchorElement>('.id-text');
  if (text === null) return;
  const { head, middle, tail } = shorten(kind, value);
  const folded = document.createElement('span');
  folded.className = 'id-mid';
  folded.textContent = middle;
  text.replaceChildren(...(middle === '' ? [head] : [head, folded, tail]));
  text.title = middle === '' ? '' : value;
  text.href = identifierPath(locale, kind, value) ?? '';
  const glyph = cell.querySelector('.glyph');
  if (glyph !== null) {
    const { hue, path } = glyphOf(value);
    glyph.setAttribute('class', `glyph h${hue}`);
    glyph.querySelector('path')?.setAttribute('d', path);
  }
  putName(text, known, locale);
}

/** Writes FIL into a cell; null is a dash. */
export function putAmount(cell: Element, atto: string | null, decimals: number): void {
  const place = document.createElement('span');
  if (atto === null) {
    place.className = 'none';
    place.textContent = '–';
  } else {
    const parts = filParts(atto, { decimals });
    const unit = document.createElement('span');
    unit.className = 'unit';
    unit.textContent = parts.unit.replace(
      'FIL',
      document.documentElement.dataset['currency'] ?? 'FIL',
    );
    place.className = 'amount';
    place.title = formatFilExact(atto);
    place.append(`${filDigits(parts)} `, unit);
  }
  cell.replaceChildren(place);
}
