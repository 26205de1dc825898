import { create } from 'qrcode';
import { rowStrokes } from '#format/glyph.ts';
import { bestMasked } from './mask.ts';

/**
 * Letters with so few digits that no other mode than bytes could be shorter: for CIDs and addresses
 * the search for the shortest modes takes as long as all else.
 */
const BYTES = /^(?=\d*[a-z])(?!\d{3})(?!.*\d{6})[a-z\d]+(?<!\d{3})$/;

/** A QR code as SVG path data: dark runs as strokes along the middle of their rows; `side` in squares, quiet zone excluded. */
export function qrPath(text: string): { path: string; side: number } {
  const content = BYTES.test(text)
    ? [{ data: new TextEncoder().encode(text), mode: 'byte' as const }]
    : text;
  // The library's own choice of a mask is slow: it draws with the first one, and is turned over here.
  const { modules } = create(content, { errorCorrectionLevel: 'M', maskPattern: 0 });
  const { size } = modules;
  const data = bestMasked(modules);
  return { path: rowStrokes(size, (x, y) => data[y * size + x] === 1), side: size };
}
