import { describe, expect, it } from 'vitest';
import { compileSources } from '../testing/solc.ts';
import { deployments, pools, recordedCode, sourcesOf } from '../testing/demo.ts';
import { addressText } from './compare.ts';
import { childrenOf, initCodeKey } from './children.ts';
import { matchCreation } from './creation.ts';
import { matchDeployed } from './deployed.ts';

const made = deployments();
const { created, deployed } = await recordedCode();

function deployment(key: string) {
  const found = made.get(key);
  if (!found) throw new Error(`no deployment ${key}`);
  const initCode = created.get(found.tx);
  if (!initCode) throw new Error(`no init code of ${key}`);
  return { ...found, initCode };
}

function creationOf(key: string, settings: object = {}) {
  const { file, settings: own, initCode } = deployment(key);
  const { request, compilation } = compileSources(sourcesOf(file), { ...own, ...settings });
  const outcome = matchCreation(compilation, request, initCode);
  if (!('match' in outcome)) throw new Error(JSON.stringify(outcome.mismatches));
  return { compilation, request, initCode, match: outcome.match };
}

/** Values as the makers wrote them: numbers and lists of bytes as text. */
const plain = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(plain) : String(value).toLowerCase();

describe('contracts of the demo chain', () => {
  it('are told apart from all that was compiled with them, with their arguments', () => {
    expect(made.size).toBe(19);
    for (const [key, { name, args }] of made) {
      const { match } = creationOf(key);
      expect([key, match.contract.name]).toEqual([key, name]);
      expect([key, match.arguments.map(({ value }) => plain(value))]).toEqual([
        key,
        args.map(plain),
      ]);
    }
  });

  it('have the same metadata, but for those that were compiled without their hash', () => {
    const absent: string[] = [];
    for (const key of made.keys()) {
      const { kind, metadata } = creationOf(key).match;
      if (metadata === 'absent') absent.push(key);
      else expect([key, kind, metadata]).toEqual([key, 'full', 'equal']);
    }
    expect(absent).toEqual(['stakingV1', 'stakingV2', 'staking']);
  });

  it('are matched by the code that runs where only that is known', () => {
    let matched = 0;
    for (const { file, name, settings, address } of made.values()) {
      const code = deployed.get(address.toLowerCase());
      if (!code || code.length === 0) continue;
      const { request, compilation } = compileSources(sourcesOf(file), settings);
      const outcome = matchDeployed(compilation, request, code);
      expect('match' in outcome ? outcome.match.contract.name : outcome).toBe(name);
      matched++;
    }
    // One destroyed itself.
    expect(matched).toBe(18);
  });

  it('tell the address of a library that was not given', () => {
    const { match } = creationOf('shells', { libraries: {} });
    expect(match.libraries.map(({ name, address }) => [name, addressText(address)])).toEqual([
      ['Text', '0x86df1ca7a22b1535cbe315ee0bd67677f6a7e777'],
    ]);
    // The metadata name the libraries.
    expect(match.metadata).toBe('different');
  });

  it('bring their children along', () => {
    const { match, compilation, request, initCode } = creationOf('factory');
    const children = childrenOf(compilation, match, initCode);
    expect(children.map(({ contract }) => contract.name)).toEqual(['Pool']);
    const pool = children[0];
    expect(pool && initCodeKey(pool.initCode)).toBe(pool?.key);
    const named = { ...request, target: { file: null, name: 'Pool' } };
    expect(pool && matchCreation(compilation, named, pool.initCode)).toHaveProperty('match');
    expect(pools()).toHaveLength(2);
    for (const address of pools()) {
      const outcome = matchDeployed(compilation, named, deployed.get(address) ?? new Uint8Array());
      expect(outcome).toHaveProperty('match');
    }
  });

  it('bring them along too where only the code that runs is known', () => {
    const { match, compilation, request, initCode } = creationOf('factory');
    const code = deployed.get(deployment('factory').address.toLowerCase()) ?? new Uint8Array();
    const running = matchDeployed(compilation, request, code);
    if (!('match' in running)) throw new Error('no match');
    const children = childrenOf(compilation, running.match, code);
    expect(children).toHaveLength(1);
    expect(children).toEqual(childrenOf(compilation, match, initCode));
  });

  it('are found again by the key of their init code, whatever the arguments', () => {
    const keys = ['usd', 'anchor', 'odd'].map((key) => {
      const { match, initCode } = creationOf(key);
      return initCodeKey(initCode.subarray(0, match.codeLength));
    });
    expect(new Set(keys).size).toBe(1);
  });
});
