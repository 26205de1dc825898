import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Known } from '../known.ts';
import { loadWords } from '../words.ts';
import type { Change, TokenMoves, TokenChanges } from './changes.ts';
import { ChangesView } from './ChangesView.tsx';
import { NOBODY } from './moves.ts';

const words = await loadWords('en');
const [ME, HERE, COIN] = [`0x${'1'.repeat(40)}`, `0x${'Ab'.repeat(20)}`, `0x${'c'.repeat(40)}`];
const place = {
  mode: 'write',
  address: HERE,
  source: HERE,
  network: { genesis: 'g', name: 'n', chainId: 1, currency: 'tFIL', recorded: false },
  exits: {},
  node: '/rpc/v1',
} as const;

beforeAll(() => vi.stubGlobal('document', { documentElement: { dataset: {} } }));
afterAll(() => vi.unstubAllGlobals());

/** What is shown, as a page's source and as its text. */
function shown(told: TokenMoves | null): { html: string; text: string } {
  const html = renderToStaticMarkup(
    <Known value={{ place, words }}>
      <ChangesView told={told} from={ME.toUpperCase().replace('0X', '0x')} />
    </Known>,
  );
  return { html, text: html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|') };
}
const change = (by: bigint, more: Partial<Change> = {}): Change => ({
  holder: ME,
  id: null,
  by,
  either: false,
  ...more,
});
const of = (changes: Change[], more: Partial<TokenChanges> = {}): TokenMoves => ({
  tokens: [{ token: COIN, words: null, changes, ...more }],
  cut: false,
});
const known = (symbol: string | null, decimals: number | null) =>
  ({ type: 'ERC20', symbol, decimals, wrapped: false }) as const;

it('says who gives and who gets, and what is not known', () => {
  const fil = of([change(-(10n ** 18n)), change(10n ** 18n, { holder: HERE.toLowerCase() })], {
    token: null,
  });
  expect(shown(fil).text).toContain('|tFIL|Your account |-1 tFIL|This contract |+1 tFIL|');
  expect(shown(of([change(1_500_000n)], { words: known('C', 6) })).text).toContain(
    '|C| |0xcccc…cccc|',
  );
  expect(shown(of([change(1_500_000n)], { words: known('C', 6) })).text).toContain('|+1.5|');
  expect(shown(of([change(-(2n ** 256n))])).text).toMatch(/-115,792,.* of its smallest units\|/);
  expect(shown(of([change(-7n, { either: true })])).text).toContain('or the NFT with this number');
  expect(shown(of([change(2n, { id: 2n ** 70n })])).text).toContain(
    '|+2 × #1180591620717411303424|',
  );
  expect(shown({ tokens: [], cut: false }).text).toContain('They move no tokens and no tFIL.');
  expect(shown({ tokens: [], cut: true }).text).toContain('this list is incomplete');
  expect(shown(null).text).toBe('|The node cannot say which tokens would move.|');
});

it('says what is minted, burned and wrapped', () => {
  const minted = [change(-7n, { holder: NOBODY }), change(7n)];
  const burned = [change(-7n), change(7n, { holder: NOBODY })];
  const coin = { words: known('C', 0) };
  expect(shown(of(minted, coin)).text).toContain('|Minted |7|Your account |+7|');
  expect(shown(of(burned, coin)).text).toContain('|Your account |-7|Burnt |7|');
  const wfil = { words: { ...known('WFIL', 0), wrapped: true } };
  expect(shown(of(minted, wfil)).text).toContain('|Minted for tFIL (wrapping) |7|');
  expect(shown(of(burned, wfil)).text).toContain('|Burnt for tFIL (unwrapping) |7|');
  const piece = [change(-1n, { holder: NOBODY, id: 5n })];
  expect(shown(of(piece, coin)).text).toContain('|Minted |1 × #5|');
  // FIL is neither.
  expect(shown(of(minted, { token: null })).text).not.toContain('Minted');
});

it('bounds and escapes what strangers choose', () => {
  const hostile = shown(of([change(1n)], { words: known(`<img src=x>${'W'.repeat(1_000)}`, 255) }));
  expect(hostile.html).toContain('&lt;img src=x&gt;WWW');
  expect(hostile.html).not.toContain('<img');
  expect(hostile.html.length).toBeLessThan(2_000);
  const many = Array.from({ length: 500 }, (_, at) =>
    change(1n, { holder: `0x${String(at).padStart(40, '0')}` }),
  );
  const told = shown({
    tokens: [...of(many).tokens, ...of(many, { token: ME }).tokens],
    cut: false,
  });
  expect(told.text.match(/smallest units/g)).toHaveLength(40);
  expect(told.text).toContain('960 more are not shown.');
});
