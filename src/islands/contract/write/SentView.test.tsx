import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Known } from '../known.ts';
import { loadWords } from '../words.ts';
import { argumentsIn } from './arguments.ts';
import type { Sent, MessageState } from './progress.ts';
import type { SentList } from './sentList.ts';
import { SentView } from './SentView.tsx';

const words = await loadWords('en');
const sent: Sent = {
  hash: `0x${'1'.repeat(64)}`,
  from: `0x${'2'.repeat(40)}`,
  nonce: 3,
  to: `0x${'4'.repeat(40)}`,
  signature: 'draw(uint256)',
  value: '0',
  at: 0,
};
const place = {
  mode: 'write',
  address: sent.to,
  source: sent.to,
  network: { genesis: 'g', name: 'n', chainId: 1, currency: 'FIL', recorded: false },
  exits: { SysErrOutOfGas: 'The gas limit was used up' },
  node: '/rpc/v1',
} as const;
const list = { learn: vi.fn(), forget: vi.fn() } as unknown as SentList;

beforeAll(() => vi.stubGlobal('document', { documentElement: { dataset: {} } }));
afterAll(() => vi.unstubAllGlobals());

function shown(revert: MessageState['revert'], exitCodeName = 'USR'): string {
  const told: MessageState = {
    cid: 'bafy',
    status: 'executed',
    height: 5,
    finality: null,
    nonce: 3,
    receipt: { exitCode: 33, exitCodeName, return: '', gasUsed: 1 },
    revert,
    error: '',
  };
  const queries = new QueryClient();
  queries.setQueryData(['sent', sent.hash], told);
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Known value={{ place, words }}>
        <SentView sent={sent} list={list} />
      </Known>
    </QueryClientProvider>,
  );
}

it('says why it failed, with what an error of the contract’s own carries', () => {
  const args = [
    { name: 'missing', type: 'uint256', value: '12' },
    { name: '', type: 'uint8[]', value: ['5', '6'] },
  ];
  const custom = shown({ kind: 'custom', text: 'Short(uint256,uint8[])', args });
  expect(custom).toContain('<bdi>Short(uint256,uint8[])</bdi>');
  expect(custom).toContain('<b>missing</b> <code>uint256</code>');
  for (const value of ['12', '5', '6']) expect(custom).toContain(`>${value}</bdi>`);
  for (const args of [null, []])
    expect(shown({ kind: 'custom', text: 'Short()', args })).not.toContain('panel-values');
  expect(shown({ kind: 'error', text: 'no' })).not.toContain('panel-values');
});

it('says what an exit code means where there is no reason', () => {
  expect(shown(null, 'SysErrOutOfGas')).toContain('The gas limit was used up');
  expect(shown(null, 'SysErrOutOfGas')).not.toContain('SysErr');
  expect(shown(null, '77')).toContain('77');
});

it('shows nothing of what is no value', () => {
  const one = { name: 'missing', type: 'uint256', value: '12' };
  const deep: unknown = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
  for (const bad of [null, 7, 'x', {}, { ...one, name: 7 }, { ...one, value: 7 }])
    expect(argumentsIn([one, bad])).toEqual([]);
  for (const value of [undefined, null, [null], { a: { b: 7 } }, deep])
    expect(argumentsIn([{ ...one, value }])).toEqual([]);
  for (const none of [undefined, null, {}, 'x', { length: 1 }])
    expect(argumentsIn(none)).toEqual([]);
  const whole = [one, { ...one, value: { a: ['1', true, { b: '<b>' }], c: [] } }];
  expect(argumentsIn(whole)).toEqual(whole);
  const args = [{ ...one, value: 12 }];
  expect(shown({ kind: 'custom', text: 'Short()', args })).not.toContain('panel-values');
});
