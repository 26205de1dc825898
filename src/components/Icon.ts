/** A line icon of 16 × 16, decorative: name what it stands for beside it. */
import { component } from './component.ts';

export type IconName = keyof typeof PATHS;
interface Props {
  name: IconName;
  /** Side in px of usual text; it grows with the text. */
  size?: number;
}
const PATHS = {
  search: 'M7 12.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM11 11l3.5 3.5',
  menu: 'M2 4.5h12M2 8h12M2 11.5h12',
  close: 'm3.5 3.5 9 9m0-9-9 9',
  down: 'm4 6.5 4 4 4-4',
  left: 'm9.5 4-4 4 4 4',
  right: 'm6.5 4 4 4-4 4',
  descend: 'M8 2.5v11m-4-4 4 4 4-4',
  arrow: 'M2.5 8h11m-4-4 4 4-4 4',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  cross: 'm4 4 8 8m0-8-8 8',
  clock: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 4.5V8l2.5 1.5',
  fork: 'M4 1.5v13M4 9.5c0-3 8-1.5 8-5.5m0 0-2 2m2-2 2 2',
  globe: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM1.5 8h13M8 1.5c4 4 4 9 0 13-4-4-4-9 0-13Z',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
  filter: 'M2 4h12M4.5 8h7M6.5 12h3',
  out: 'M6 3.5H3v9.5h9.5v-3M9 2.5h4.5V7M13 3 7.5 8.5',
  info: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 7.2v4M8 4.8v.1',
  warn: 'M8 2 1.5 13.5h13L8 2ZM8 6.5v3.5M8 11.8v.1',
  chat: 'M14.5 2 1.5 7.2l4 1.6L13 3.8 7 10l4.2 3.5L14.5 2ZM5.5 8.8V13l2-2.2',
  qr: 'M2 2h4.5v4.5H2zM9.5 2H14v4.5H9.5zM2 9.5h4.5V14H2zM9.5 9.5h1.5v1.5M14 9.5v1.5h-1.5V14M9.5 14v-.5M14 14v-.5',
  star: 'm8 1.7 1.95 3.95 4.35.63-3.15 3.07.74 4.33L8 11.63l-3.89 2.05.74-4.33L1.7 6.28l4.35-.63L8 1.7Z',
  share: 'M8 10V2m0 0L5 5m3-3 3 3M5 7.5H3V14h10V7.5h-2',
  table: 'M2 3h12v10H2zM2 6.5h12M7 6.5V13',
} as const;

/** Its HTML, for components that are functions themselves. */
export function iconHtml({ name, size = 16 }: Props): string {
  const side = `${size / 16}rem`;
  return `<svg class="icon" width="${side}" height="${side}" viewBox="0 0 16 16" aria-hidden="true"><path d="${PATHS[name]}"></path></svg>`;
}

export default component(iconHtml);
