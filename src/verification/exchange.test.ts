/** Verified sources leave one database, are checked, and verify the contracts of another one. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseEtherscanForm } from '#contracts/request/etherscan.ts';
import { COMPILER } from '#contracts/testing/demo.ts';
import { formatAddress, parseAddress } from '#filecoin/address.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { exportSources, importSources } from './exchange.ts';
import { followContracts } from './follow.ts';
import { addContracts, openWorld, standardInput, type World } from './testing/world.ts';

let world: World;
let other: Store;
let lines: string[];

beforeAll(async () => {
  world = await openWorld(['factory', 'wfil']);
  other = await openEither();
  const factory = world.deployed('factory');
  const { answer } = await world.verification.verify(
    () =>
      parseEtherscanForm({
        contractaddress: factory.address,
        sourceCode: JSON.stringify(standardInput(factory)),
        codeformat: 'solidity-standard-json-input',
        contractname: 'Exchange.sol:PoolFactory',
        compilerversion: COMPILER,
      }),
    { client: 'test' },
  );
  expect(answer).toMatchObject({ errorCode: 0 });
  lines = await exported(world.store);
});
afterAll(async () => {
  await world?.close();
  await other?.close();
});

async function exported(store: Store): Promise<string[]> {
  const made: string[] = [];
  for await (const line of exportSources(store)) made.push(line.slice(0, -1));
  return made;
}

async function* given(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

it('says line by line what was verified: the build, its contract, and what that makes', () => {
  const kinds = lines.map((line) => [JSON.parse(line).kind, JSON.parse(line).name]);
  expect(kinds[0]).toEqual(['build', undefined]);
  expect(new Set(kinds.slice(1).map(([, name]) => name))).toEqual(new Set(['PoolFactory', 'Pool']));
  const told = lines.slice(1).map((line) => {
    const { name, submittedFor } = JSON.parse(line);
    return `${name} ${submittedFor}`;
  });
  const address = formatAddress(parseAddress(world.deployed('factory').address));
  expect(new Set(told)).toEqual(new Set([`PoolFactory ${address}`, 'Pool null']));
});

it('leaves out what does not fit, and says which lines', async () => {
  const [build = '', code = ''] = lines;
  const changed = (line: string, change: object) =>
    JSON.stringify({ ...JSON.parse(line), ...change });
  const { left, ...counts } = await importSources(
    other,
    given([
      '{',
      code,
      changed(build, { compiler: 'v0.8.22+commit.4fc1097e' }),
      changed(build, { input: '{"language":"Solidity","sources":{},"settings":{}}' }),
      changed(build, { more: 1 }),
      build,
      changed(code, { name: 'Another' }),
      changed(code, { abi: '[{"type":"function","name":"steal"}]' }),
      changed(code, { key: 'x' }),
      '',
      'null',
    ]),
  );
  expect(counts).toEqual({ builds: 1, codes: 0 });
  expect(left.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 11]);
  expect(left[1]?.why).toBe('its build is not there');
  expect(left[2]?.why).toMatch(/^its key is not the hash/);
  expect(left[5]?.why).toBe('its hash is another');
  expect(await exported(other)).toEqual([build]);
});

it('is taken over whole, and verifies contracts that are there or come with a head', async () => {
  expect(await importSources(other, given(lines))).toEqual({
    builds: 1,
    codes: lines.length - 1,
    left: [],
  });
  expect(await exported(other)).toEqual(lines);
  const sources = () => other.db.selectFrom('contract_source').selectAll().execute();
  expect(await sources()).toEqual([]);

  const failures: unknown[] = [];
  let told = 0;
  const changed = Promise.withResolvers<void>();
  const stop = followContracts({
    store: other,
    onChange: () => {
      told++;
      changed.resolve();
    },
    onError: (error) => failures.push(error),
  });
  await other.notifyHead({ height: 5, key: '' });
  await addContracts(other, ['factory']);
  await other.notifyHead({ height: 12, key: '' });
  await changed.promise;
  await other.notifyHead({ height: 13, key: '', reorgFrom: 11 });
  await stop();
  expect([told, failures]).toEqual([1, []]);
  expect(await sources()).toEqual(
    await world.store.db.selectFrom('contract_source').selectAll().execute(),
  );
});

it('takes lines of versions that did not know for which contract a source came', async () => {
  const fresh = await openEither();
  try {
    const old = lines.slice(1).map((line) => {
      const { submittedFor: _, sha256: __, ...row } = JSON.parse(line);
      const sha256 = createHash('sha256').update(JSON.stringify(row)).digest('hex');
      return JSON.stringify({ ...row, sha256 });
    });
    const { left } = await importSources(fresh, given([...lines.slice(0, 1), ...old]));
    expect(left).toEqual([]);
    expect(
      new Set((await exported(fresh)).slice(1).map((line) => JSON.parse(line).submittedFor)),
    ).toEqual(new Set([null]));
  } finally {
    await fresh.close();
  }
});

it('takes files of any name', async () => {
  const wfil = world.deployed('wfil');
  const { sources, ...input } = standardInput(wfil);
  const named = { ['__proto__']: sources[wfil.file] };
  const { answer } = await world.verification.verify(
    () =>
      parseEtherscanForm({
        contractaddress: wfil.address,
        sourceCode: JSON.stringify({ ...input, sources: named }),
        codeformat: 'solidity-standard-json-input',
        contractname: `__proto__:${wfil.name}`,
        compilerversion: COMPILER,
      }),
    { client: 'test' },
  );
  expect(answer).toMatchObject({ errorCode: 0 });
  const all = await exported(world.store);
  expect(all.map((line) => JSON.parse(line).file)).toContain('__proto__');
  expect(await importSources(other, given(all))).toEqual({
    builds: 2,
    codes: all.length - 2,
    left: [],
  });
  const { data } = await world.explorer.contract.get(wfil.address);
  expect(data.sourceFiles.map(({ name }) => name)).toEqual(['__proto__']);
});
