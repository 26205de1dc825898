/** The thread that draws share pictures: a tenth of a second of computing each, which the web's must not spend. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import satori from 'satori';
import { giveWay } from '#compiler/priority.ts';
import { HEIGHT, WIDTH } from './card.ts';
import { cardElement, FONTS } from './layout.ts';
import type { DrawReply, DrawRequest } from './painter.ts';

const port = parentPort;
if (port === null) throw new Error('share/worker.ts runs as a worker thread');
giveWay();

const resolve = createRequire(import.meta.url).resolve;
const file = (name: string): Buffer => readFileSync(resolve(name));
const font = (name: string, path: string) => ({
  name,
  data: file(`@fontsource-variable/${path}-latin-wght-normal.woff2`),
});
const fonts = [
  font(FONTS.text, 'inter/files/inter'),
  font(FONTS.identifier, 'jetbrains-mono/files/jetbrains-mono'),
];
const ready = initWasm(file('@resvg/resvg-wasm/index_bg.wasm'));

async function draw({ card }: DrawRequest): Promise<Uint8Array> {
  await ready;
  const svg = await satori(cardElement(card), { width: WIDTH, height: HEIGHT, fonts });
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false } });
  const image = drawing.render();
  const png = image.asPng();
  image.free();
  drawing.free();
  return png;
}

port.on('message', (request: DrawRequest) => {
  draw(request).then(
    (png) => port.postMessage({ id: request.id, png } satisfies DrawReply),
    (error: unknown) =>
      port.postMessage({ id: request.id, error: String(error) } satisfies DrawReply),
  );
});
