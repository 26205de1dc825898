import { create } from 'qrcode';
import { rowStrokes } from './glyph.ts';

/**
 * A QR code as an SVG picture, dark on light, with the quiet zone that readers need around it
 * (ISO/IEC 18004: four squares).
 */
export function qrPicture(text: string): string {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const path = rowStrokes(size, (x, y) => data[y * size + x] === 1);
  const box = `-4 -4 ${size + 8} ${size + 8}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges"><path fill="#fff" d="M-4-4h${size + 8}v${size + 8}h-${size + 8}z"/><path stroke="#000" d="${path}"/></svg>\n`;
}
