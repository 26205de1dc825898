/** What the node is asked about contracts, and what is made of its answers. */
import { delegatedFromEth } from '#filecoin/address.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient } from '#node/types.ts';
import { describe, expect, it } from 'vitest';
import { aCall, anActor, aTipset, executed } from '../../testing/units.ts';
import type { Call } from '../../types.ts';
import type { GatherContext } from '../context.ts';
import { EVM, suspectsOf, codeHash } from './decode.ts';
import { ContractReader } from './gather.ts';

const CONTRACT = 1102;
const CODE = Uint8Array.of(1, 2);
const OTHER = Uint8Array.of(3);
const contract = {
  ...anActor(CONTRACT, 0n, 1),
  kind: EVM,
  delegated: delegatedFromEth(new Uint8Array(20).fill(7)),
};

/** A call of the contract, whose state names CODE; by height and of now the node tells what is given. */
function aContext(then: Uint8Array | null, now: Uint8Array): GatherContext {
  const node: Partial<NodeClient> = {
    ethGetCode: (_, height) =>
      height === undefined
        ? Promise.resolve(now)
        : then
          ? Promise.resolve(then)
          : Promise.reject(new NodeError('rpc', 'eth_getCode', 'too old', { lasting: true })),
  };
  const context: Partial<Record<keyof GatherContext, unknown>> = {
    tipset: aTipset(10),
    executed: executed(10, { changes: [contract] }),
    calls: [aCall({ kind: EVM, to: CONTRACT })],
    logs: [],
    node,
    info: { capabilities: new Set(['ActorObjects']) },
    stateAfter: () =>
      Promise.resolve({ State: { BytecodeHash: [...codeHash(CODE)], Tombstone: null } }),
  };
  return context as unknown as GatherContext;
}

const codeOf = async (context: GatherContext) =>
  (await new ContractReader().gather(context)).codes.get(CONTRACT);

describe("a contract's code", () => {
  it('has the hash that its state names', async () => {
    expect(await codeOf(aContext(CODE, OTHER))).toEqual(CODE);
    await expect(codeOf(aContext(OTHER, CODE))).rejects.toThrow(/another hash/);
  });

  it('is not taken from before the execution, where there was none', async () => {
    await expect(codeOf(aContext(new Uint8Array(0), CODE))).rejects.toThrow(/another hash/);
  });

  it('as it is now may be that of another contract at its address', async () => {
    expect(await codeOf(aContext(null, CODE))).toEqual(CODE);
    expect(await codeOf(aContext(null, OTHER))).toBeNull();
  });
});

describe('a code that the node refuses', () => {
  it('is asked for again when its contract is called later', async () => {
    const reader = new ContractReader();
    let told = false;
    let asked = 0;
    const at = async (height: number): Promise<Uint8Array | null | undefined> => {
      const ethGetCode: NodeClient['ethGetCode'] = () => {
        asked++;
        return told
          ? Promise.resolve(CODE)
          : Promise.reject(new NodeError('rpc', 'eth_getCode', 'busy', { lasting: true }));
      };
      const context = aContext(CODE, CODE);
      const { codes } = await reader.gather({
        ...context,
        tipset: aTipset(height),
        node: { ...context.node, ethGetCode },
      });
      return codes.get(CONTRACT);
    };
    expect([await at(10), asked]).toEqual([null, 2]);
    told = true;
    expect([await at(11), await at(249), asked]).toEqual([undefined, undefined, 2]);
    expect([await at(250), asked]).toEqual([CODE, 3]);
    expect([await at(600), asked]).toEqual([undefined, 3]);
  });

  it('is not asked for again where there is none', async () => {
    const reader = new ContractReader();
    const none = aContext(new Uint8Array(0), CODE);
    const stateAfter = () =>
      Promise.reject(new NodeError('rpc', 'StateReadState', 'not told', { lasting: true }));
    const at = (height: number) =>
      reader
        .gather({ ...none, stateAfter, tipset: aTipset(height) })
        .then(({ codes }) => codes.size);
    expect([await at(10), await at(600)]).toEqual([1, 0]);
  });
});

describe('a contract that sends', () => {
  const send = (from: number): Call => aCall({ top: false, from, to: 101 });
  const frame = (to: number, ...below: Call[]): Call[] => {
    const call = aCall({ kind: EVM, to });
    const trace = { ...call.trace, Subcalls: below.map(({ trace: sub }) => sub) };
    return [{ ...call, trace }, ...below];
  };

  it('may have destroyed itself where that was the last thing that it did', () => {
    const [first, last] = [send(CONTRACT), send(CONTRACT)];
    expect(suspectsOf(frame(CONTRACT, first, last), [contract])).toMatchObject([{ likely: true }]);
    const more = aCall({ top: false, from: CONTRACT, to: 102, method: 5 });
    expect(suspectsOf(frame(CONTRACT, first, more), [contract])).toMatchObject([
      { id: CONTRACT, likely: false },
    ]);
    expect(suspectsOf(frame(101, first), [contract])).toMatchObject([{ likely: false }]);
    expect(suspectsOf(frame(CONTRACT, send(101)), [contract])).toEqual([]);
  });
});
