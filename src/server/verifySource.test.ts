import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { compileSources, SOLC } from '#contracts/testing/solc.ts';

const folder = await mkdtemp(join(tmpdir(), 'verify-source-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const SOURCE = 'contract A { uint public x; }';

const command = (...given: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'verifySource.ts'), ...given], {
    env: { ...process.env, DATA_DIR: folder, COMPILER_REGISTRY: '' },
  });

it('prints the answer to a request in a folder', async () => {
  const { compilation } = compileSources({ 'a.sol': SOURCE });
  const code = compilation.contracts[0]?.creation.hex ?? '';
  await writeFile(join(folder, 'initcode.hex'), `0x${code}\n`);
  await writeFile(join(folder, 'request.json'), '{');
  await expect(command(folder)).rejects.toMatchObject({ code: 2 });
  const request = { address: '0x', compiler: SOLC, sourceFiles: { 'a.sol': { content: SOURCE } } };
  await writeFile(join(folder, 'request.json'), JSON.stringify(request));
  const { stdout } = await command(folder);
  expect(JSON.parse(stdout)).toMatchObject({
    success: true,
    errorCode: 0,
    contractName: 'A',
    initCode: `0x${code}`,
  });
  for (const [change, errorCode] of [
    [{ compiler: 'latest' }, 3],
    [{ compiler: 'v0.4.24+commit.e67f0147' }, 3],
    [{ language: 'Vyper' }, 5],
    [{ sourceFiles: {} }, 1],
    [{ optimize: true }, 4],
  ] as const) {
    await writeFile(join(folder, 'request.json'), JSON.stringify({ ...request, ...change }));
    expect(JSON.parse((await command(folder)).stdout)).toMatchObject({ success: false, errorCode });
  }
  await expect(command()).rejects.toMatchObject({ code: 2 });
});
