/** Cells as the server draws them, written anew. */
import { filDigits, filParts, formatFilExact } from '#format/fil.ts';
import { glyphOf } from '#format/glyph.ts';
import { identifierPath } from '#format/entity.ts';
import { shorten, type IdentifierKind } from '#format/shorten.ts';
import type { Locale } from '#i18n/locales.ts';

/** Writes another identifier of the same kind into a cell. */
export function putIdentifier(
  cell: Element,
  kind: IdentifierKind,
  value: string,
  locale: Locale,
  tag?: string,
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
  cell.querySelector('.id-tag')?.remove();
  if (tag !== undefined) {
    const name = document.createElement('span');
    name.className = 'id-tag';
    name.textContent = tag;
    text.after(name);
  }
}

/** Writes FIL into a cell; null is a dash. */
export function putAmount(cell: Element, atto: string | null, decimals: number): void {
  const place = document.createElement('span');
  if (atto === null) {
    place.className = 'none';
    place.textContent = '–';
  } else {
    const parts = filParts(atto, { decimals, unit: 'FIL' });
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
