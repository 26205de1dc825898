/** A card as elements for satori, in the light colours of src/styles/tokens.css. */
import { createElement, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { type Card, type Fact, HEIGHT, type Rank, type Tone, WIDTH } from './card.ts';

const PAPER = '#fafcfd';
const INK = '#0d1c26';
const MUTED = '#586975';
const LINE = '#e0e8ec';
const ACCENT = '#08687d';
const TONES: Readonly<Record<Tone, readonly [text: string, ground: string]>> = {
  good: ['#126b43', '#e4f4eb'],
  wait: ['#36579c', '#e9eff9'],
  warn: ['#835100', '#fbf0da'],
  fail: ['#b3261e', '#fcebe9'],
  orphan: ['#6f4098', '#f4ecfa'],
};

const MARGIN = 72;
const INNER = WIDTH - 2 * MARGIN;
const BAR = 470;
/** Width of a letter by its size: of a monospaced one, of most others. */
const MONO_WIDTH = 0.6;
const SANS_WIDTH = 0.56;

export const FONTS = { text: 'Inter', identifier: 'JetBrains Mono' };

function box(style: CSSProperties, ...children: ReactNode[]): ReactElement {
  return createElement('div', { style: { display: 'flex', ...style } }, ...children);
}

/** The mark (public/favicon.svg). */
function mark(size: number): ReactElement {
  return createElement(
    'svg',
    { width: size, height: size, viewBox: '0 0 24 24', fill: 'none' },
    createElement('path', {
      d: 'M12 3 3.6 17.5a16.8 16.8 0 0 0 16.8 0Z',
      stroke: INK,
      strokeWidth: 2,
      strokeLinejoin: 'round',
    }),
    createElement('path', {
      d: 'M12 3l2.8 18.5',
      stroke: ACCENT,
      strokeWidth: 2.4,
      strokeLinecap: 'round',
    }),
    createElement('circle', { cx: 12, cy: 3.2, r: 2.2, fill: ACCENT }),
  );
}

/** A piece of the limb of a sextant with its graduation, along the right edge. */
function limb(): ReactElement {
  const radius = 1400;
  const ticks = Array.from({ length: 61 }, (_, index) => {
    const angle = ((index - 30) * 0.45 * Math.PI) / 180;
    const length = index % 10 === 0 ? 38 : index % 5 === 0 ? 26 : 15;
    const at = (r: number) => `${r * Math.cos(angle) - radius} ${r * Math.sin(angle)}`;
    return `M${at(radius)}L${at(radius - length)}`;
  });
  return createElement(
    'svg',
    {
      width: 100,
      height: HEIGHT,
      viewBox: `-100 ${-HEIGHT / 2} 100 ${HEIGHT}`,
      fill: 'none',
      style: { position: 'absolute', right: -4, top: 0 },
    },
    createElement('path', { d: ticks.join(''), stroke: LINE, strokeWidth: 3 }),
  );
}

/** The largest size, up to `most`, at which a text of one line fits. */
function fitting(text: string, most: number, width: number, identifier: boolean): number {
  const letter = identifier ? MONO_WIDTH : SANS_WIDTH;
  return Math.max(20, Math.min(most, Math.floor(width / (text.length * letter))));
}

function badge({ text, tone }: NonNullable<Card['badge']>): ReactElement {
  const [color, background] = TONES[tone];
  return box({ color, background, fontSize: 28, padding: '6px 20px', borderRadius: 8 }, text);
}

function fact({ label, value, identifier = false }: Fact): ReactElement {
  const width = INNER / 2 - 40;
  return box(
    { flexDirection: 'column', width: INNER / 2, marginTop: 26 },
    box({ fontSize: 25, color: MUTED }, label),
    box(
      {
        fontSize: fitting(value, 42, width, identifier),
        fontFamily: identifier ? FONTS.identifier : FONTS.text,
        height: 58,
        alignItems: 'center',
        whiteSpace: 'nowrap',
      },
      value,
    ),
  );
}

function rank({ name, value, share }: Rank, index: number): ReactElement {
  return box(
    { alignItems: 'center', marginTop: 12, fontSize: 32, height: 44 },
    box({ width: 56, color: MUTED }, String(index + 1)),
    box({ width: 300, fontSize: fitting(name, 32, 280, true), fontFamily: FONTS.identifier }, name),
    box(
      { width: BAR, height: 22, background: LINE, borderRadius: 4 },
      box({ width: Math.max(4, Math.round(BAR * share)), background: ACCENT, borderRadius: 4 }),
    ),
    box({ flexGrow: 1, justifyContent: 'flex-end', whiteSpace: 'nowrap' }, value),
  );
}

/** A whole picture of {@link WIDTH} by {@link HEIGHT}. */
export function cardElement(card: Card): ReactElement {
  const ranking = card.ranks.length > 0;
  const title = fitting(card.title, ranking ? 50 : 80, INNER, card.identifier);
  return box(
    {
      boxSizing: 'border-box',
      width: WIDTH,
      height: HEIGHT,
      padding: `56px ${MARGIN}px 48px`,
      flexDirection: 'column',
      background: PAPER,
      color: INK,
      fontFamily: FONTS.text,
      position: 'relative',
    },
    ranking ? null : limb(),
    box(
      { alignItems: 'center', justifyContent: 'space-between', height: 50 },
      box({ fontSize: 32, color: ACCENT }, card.kind),
      card.badge === null ? null : badge(card.badge),
    ),
    box(
      {
        marginTop: 10,
        height: ranking ? 72 : 116,
        alignItems: 'center',
        fontSize: title,
        fontFamily: card.identifier ? FONTS.identifier : FONTS.text,
        // The fonts have one weight: the outline makes it a little stronger.
        WebkitTextStroke: `${title / 45}px ${INK}`,
        whiteSpace: 'nowrap',
      },
      card.title,
    ),
    ranking
      ? box({ flexDirection: 'column', flexGrow: 1 }, ...card.ranks.map(rank))
      : box({ flexWrap: 'wrap', flexGrow: 1, alignContent: 'flex-start' }, ...card.facts.map(fact)),
    box(
      { alignItems: 'center', borderTop: `2px solid ${LINE}`, paddingTop: 26 },
      mark(52),
      box({ fontSize: 32, marginLeft: 14, WebkitTextStroke: `0.8px ${INK}` }, 'Sextant'),
      box({ flexGrow: 1, justifyContent: 'flex-end', fontSize: 25, color: MUTED }, card.foot),
    ),
  );
}
