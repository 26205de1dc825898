/** Stands in for a node that tells traces of calls (`trace_call`), as Forest does. */
import { expect, type Page } from '@playwright/test';
import { encodeFunctionData, parseAbi } from 'viem';
import { z } from 'zod';

const Asked = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
const Traced = z.object({
  from: z.string().default(`0x${'0'.repeat(40)}`),
  to: z.string(),
  value: z.string().default('0x0'),
  data: z.string(),
});
export type TracedCall = z.infer<typeof Traced>;

/** Of each call the entries that `within` makes of it. */
export async function tellsTraces(
  page: Page,
  within: (call: TracedCall) => object[],
): Promise<void> {
  await page.route('**/rpc/v1', async (route) => {
    const { id, method, params } = Asked.parse(route.request().postDataJSON());
    if (method !== 'trace_call') return route.fallback();
    expect(params.slice(1)).toEqual([['trace'], 'latest']);
    const trace = within(Traced.parse(params[0]));
    await route.fulfill({
      json: { jsonrpc: '2.0', id, result: { output: '0x', stateDiff: null, trace } },
    });
  });
}

const STRANGER = `0x${'5e'.repeat(20)}`;
const ABI = parseAbi(['function transferFrom(address from, address to, uint256 value)']);

/**
 * A call that takes 12.5 of a token of six decimals along, and tries to take more: what is undone,
 * and of what nobody knows as a token.
 */
export function takes(token: string, { from, to, value, data }: TracedCall): object[] {
  const entry = (place: number[], action: object, output = '0x', error?: string): object => ({
    type: 'call',
    subtraces: 0,
    traceAddress: place,
    action: { callType: 'call', from: to, gas: '0x5f5e100', value: '0x0', ...action },
    result: { gasUsed: '0x5208', output },
    error,
  });
  const took = `0x${'1'.padStart(64, '0')}`;
  const amount = (units: bigint): string =>
    encodeFunctionData({
      abi: ABI,
      args: [from as `0x${string}`, STRANGER as `0x${string}`, units],
    });
  return [
    entry([], { from, to, value, input: data }),
    entry([0], { to: token, input: amount(12_500_000n) }, took),
    entry([1], { to: STRANGER, input: '0x' }, '0x', 'Reverted'),
    entry([1, 0], { from: STRANGER, to: token, input: amount(9_000_000n) }, took),
    entry([2], { to: STRANGER, input: amount(77n) }),
  ];
}
