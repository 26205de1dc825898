import { create } from 'qrcode';
import { rowStrokes } from '#format/glyph.ts';

/** A QR code as SVG path data: dark runs as strokes along the middle of their rows; `side` in squares, quiet zone excluded. */
export function qrPath(text: string): { path: string; side: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  return { path: rowStrokes(modules.size, (x, y) => modules.get(y, x) === 1), side: modules.size };
}
