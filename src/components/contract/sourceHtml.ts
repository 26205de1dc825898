/** Lines of a source as HTML: written by hand, as what stands in a `pre` shows every space of a template. */
import type { SourcePosition } from '#contracts/source/links.ts';
import type { Piece, SourceLine } from '#contracts/source/lines.ts';
import { textOf } from '#format/html.ts';

function pieceHtml({ text, look, to }: Piece, linkTo: (place: SourcePosition) => string): string {
  const name = look === null ? '' : ` class="s-${look}"`;
  if (to !== null) return `<a${name} href="${textOf(linkTo(to))}">${textOf(text)}</a>`;
  return look === null ? textOf(text) : `<span${name}>${textOf(text)}</span>`;
}

/**
 * Each line has its number as an anchor (`#L12`). The numbers are drawn by the style sheet, so that
 * they are not copied, and are left out of the order of the tabulator.
 * @param from the number of the first line
 */
export function sourceHtml(
  lines: readonly SourceLine[],
  from: number,
  linkTo: (place: SourcePosition) => string,
): string {
  return lines
    .map((pieces, index) => {
      const n = from + index;
      const text = pieces.map((piece) => pieceHtml(piece, linkTo)).join('');
      return `<span class="line" id="L${n}"><a class="n" href="#L${n}" data-n="${n}" tabindex="-1" aria-hidden="true"></a>${text}\n</span>`;
    })
    .join('');
}
