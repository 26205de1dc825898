import { create } from 'qrcode';

/** A QR code as SVG path data of unit squares, runs of a row joined; `side` in squares, quiet zone excluded. */
export function qrPath(text: string): { path: string; side: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    let run = 0;
    for (let column = 0; column <= modules.size; column += 1) {
      const dark = column < modules.size && modules.get(row, column) === 1;
      if (dark) {
        run += 1;
        continue;
      }
      if (run > 0) path += `M${column - run} ${row}h${run}v1h-${run}z`;
      run = 0;
    }
  }
  return { path, side: modules.size };
}
