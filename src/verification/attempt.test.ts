import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCompiler } from '#compiler/compiler.ts';
import { CompilerError } from '#compiler/errors.ts';
import { parseFilfoxForm } from '#contracts/request/filfox.ts';
import { deployments, recordedCode, sourcesOf } from '#contracts/testing/demo.ts';
import { compileSources, SOLC } from '#contracts/testing/solc.ts';
import { answerOf, answerToFailure, attempt } from './attempt.ts';
import type { ChainCode } from './attempt.ts';

const folder = await mkdtemp(join(tmpdir(), 'attempt-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const compiler = createCompiler({ dataDir: folder, registry: null });
const { created } = await recordedCode();

async function answer(form: object, chain: ChainCode) {
  const { request } = parseFilfoxForm({ address: '0x', compiler: SOLC, ...form });
  return answerOf(await attempt(compiler, request, chain, { client: 'test' }), chain);
}

function staking(): { sourceFiles: object; chain: ChainCode } {
  const made = deployments().get('staking');
  if (!made) throw new Error('no staking');
  const sources = Object.entries(sourcesOf(made.file));
  return {
    sourceFiles: Object.fromEntries(sources.map(([name, content]) => [name, { content }])),
    chain: { by: 'creation', code: created.get(made.tx) ?? new Uint8Array() },
  };
}

describe('an attempt at a contract of the demo chain', () => {
  const { sourceFiles, chain } = staking();
  const form = { sourceFiles, optimize: true, evmVersion: 'paris' };

  it('verifies it, though its form does not say that the metadata are not hashed', async () => {
    expect(await answer(form, chain)).toMatchObject({ errorCode: 0, contractName: 'Proxy' });
  });

  it('answers with what was wanted and what was got', async () => {
    const told = await answer({ ...form, optimizeRuns: 3 }, chain);
    expect(told).toMatchObject({ success: false, errorCode: 4, contractName: 'Proxy' });
    expect(told.initCode?.length).toBe(2 + 2 * chain.code.length);
    expect(told.byteCode).not.toBe(told.initCode);
  });

  it("answers with the compiler's errors, and with what it never gave", async () => {
    const broken = { 'a.sol': { content: 'import "/etc/passwd"; contract A {}' } };
    const told = await answer({ ...form, sourceFiles: broken }, chain);
    expect(told).toMatchObject({ errorCode: 7 });
    expect(told.errorMsg).toContain('not found');
    const unknown = answer({ ...form, compiler: 'v0.8.23+commit.00000000' }, chain);
    await expect(unknown).rejects.toMatchObject({ kind: 'unknownVersion' });
    const failure = new CompilerError('unknownVersion', 'none');
    expect(answerToFailure(failure)).toEqual({ success: false, errorCode: 3, errorMsg: 'none' });
    expect(answerToFailure(new CompilerError('tooLong', 'x'))).toMatchObject({ errorCode: 7 });
    expect(answerToFailure(new CompilerError('queueFull', 'x'))).toBeNull();
  });
});

it('files that came without their folders are compiled', async () => {
  const files = {
    'contracts/Main.sol': 'import "./lib/Part.sol"; contract Main is Part {}',
    'contracts/lib/Part.sol': 'contract Part { uint public x; }',
  };
  const { compilation } = compileSources(files);
  const main = compilation.contracts.find(({ name }) => name === 'Main');
  const sourceFiles = {
    'Main.sol': { content: files['contracts/Main.sol'] },
    'Part.sol': { content: files['contracts/lib/Part.sol'] },
  };
  const chain: ChainCode = { by: 'deployed', code: main?.deployed.bytes ?? new Uint8Array() };
  const told = await answer({ sourceFiles }, chain);
  expect(told).toMatchObject({ errorCode: 0, contractName: 'Main' });
  expect(told.initCode).toBeUndefined();
});
