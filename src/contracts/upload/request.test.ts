import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddressedRequest, requestBody } from '../request/body.ts';
import { parseFilfoxForm } from '../request/filfox.ts';
import { RequestError } from '../request/error.ts';
import { foundSettings } from './found.ts';
import { addFiles, NOTHING } from './read.ts';
import { DEFAULTS, uploadRequest, type Asked } from './request.ts';
import { buildInfo, input, json, LONG, metadata, MIT } from './testing/files.ts';

const ASKED = { ...DEFAULTS, compiler: LONG, license: MIT };
const CONTRACTS = join(import.meta.dirname, '../../../data/demo-chain/contracts');
const demo = (name: string) => readFileSync(join(CONTRACTS, name), 'utf8');

function problemOf(work: () => unknown): [string, string] | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [error.problem, error.at];
  }
}

describe('a request', () => {
  const sources = addFiles(NOTHING, [
    { path: 'Exchange.sol', text: demo('Exchange.sol') },
    { path: 'Token.sol', text: demo('Token.sol') },
    { path: 'Text.sol', text: demo('Text.sol') },
  ]);
  const ask = (asked: Partial<Asked>) => uploadRequest(sources, null, { ...ASKED, ...asked });

  it('of sources has the settings that were asked', () => {
    const address = `0x${'1'.repeat(40)}`;
    const request = ask({
      evmVersion: 'paris',
      viaIR: true,
      optimizeRuns: '7',
      optimizerDetails: '{"yul":false}',
      metadata: 'none',
      libraries: [
        { file: 'Text.sol', name: 'Text', address },
        { file: 'Text.sol', name: 'Other', address: address.slice(2) },
        { file: '', name: ' ', address: '' },
      ],
      constructorArguments: '0x00ff',
    });
    expect(request.compiler).toBe(LONG);
    expect(request.license).toBe(MIT);
    expect(request.constructorArguments).toEqual(new Uint8Array([0, 255]));
    expect(request.input.settings).toMatchObject({
      evmVersion: 'paris',
      viaIR: true,
      optimizer: { enabled: true, runs: 7, details: { yul: false } },
      metadata: { bytecodeHash: 'none' },
    });
    expect([...(request.input.settings.libraries.get('Text.sol') ?? [])]).toEqual([
      ['Text', address],
      ['Other', address],
    ]);
  });

  it('takes the files that the chosen one needs', () => {
    expect([...ask({ main: 'Text.sol' }).input.sources.keys()]).toEqual(['Text.sol']);
    expect(ask({}).input.sources.size).toBe(3);
  });

  it('tells which field is wrong', () => {
    expect(problemOf(() => ask({ optimizeRuns: '-1' }))).toEqual(['invalid', 'optimizeRuns']);
    expect(problemOf(() => ask({ optimizerDetails: '{' }))).toEqual([
      'invalid',
      'optimizerDetails',
    ]);
    expect(problemOf(() => ask({ constructorArguments: '0x123' }))).toEqual([
      'invalid',
      'parameters',
    ]);
    const row = { file: 'Text.sol', name: 'Text', address: '0x12' };
    expect(problemOf(() => ask({ libraries: [row] }))?.[1]).toMatch(/^libraries/);
    const good = { ...row, address: `0x${'1'.repeat(40)}` };
    expect(problemOf(() => ask({ libraries: [good, good] }))).toEqual(['invalid', 'libraries']);
    const eleven = Array.from({ length: 11 }, (_, i) => ({ ...good, name: `L${String(i)}` }));
    expect(problemOf(() => ask({ libraries: eleven }))).toEqual(['tooLarge', 'libraries']);
    expect(problemOf(() => uploadRequest(NOTHING, null, ASKED))?.[0]).toBe('noSources');
  });

  it('of a build-info and of an input has their settings', () => {
    const files = [
      { path: 'info.json', text: json(buildInfo) },
      { path: 'in.json', text: json(input) },
    ];
    const upload = addFiles(NOTHING, files);
    for (const from of upload.settings) {
      const request = uploadRequest(upload, from, ASKED);
      expect(request.input.settings).toMatchObject({
        evmVersion: 'paris',
        viaIR: true,
        optimizer: { enabled: true, runs: 999 },
      });
      const found = foundSettings(request);
      expect(Object.fromEntries(found.map(({ key, value }) => [key, value]))).toEqual({
        compiler: LONG,
        files: '1',
        evmVersion: 'paris',
        viaIR: true,
        optimizer: true,
        runs: '999',
      });
    }
  });

  it('of metadata names the file that lacks, and finds it by its name', () => {
    const upload = addFiles(NOTHING, [{ path: 'metadata.json', text: json(metadata) }]);
    const [from = null] = upload.settings;
    expect(problemOf(() => uploadRequest(upload, from, ASKED))).toEqual([
      'sourceMissing',
      'contracts/A.sol',
    ]);
    const whole = addFiles(upload, [{ path: 'A.sol', text: 'contract A {}' }]);
    const request = uploadRequest(whole, from, ASKED);
    expect(request.target).toEqual({ file: 'contracts/A.sol', name: 'A' });
    expect([...request.input.sources.keys()]).toEqual(['contracts/A.sol']);
  });

  it('is the same when it was sent and read', () => {
    const address = fc.constantFrom('f0100', `0x${'1'.repeat(40)}`);
    const file = fc.constantFrom('A.sol', '__proto__', 'a/b:c.sol', 'constructor');
    const library = fc.constantFrom('L', '__proto__', 'toString');
    const given = fc.record({
      sources: fc.dictionary(file, fc.string({ minLength: 1 }), {
        minKeys: 1,
        noNullPrototype: true,
      }),
      optimize: fc.boolean(),
      runs: fc.nat(),
      evmVersion: fc.constantFrom(null, 'paris'),
      viaIR: fc.boolean(),
      library: fc.option(fc.tuple(file, library), { nil: null }),
      metadata: fc.constantFrom(null, { bytecodeHash: 'none' }, { appendCBOR: false }),
      parameters: fc.constantFrom(null, '0x01'),
      license: fc.constantFrom(null, MIT),
      target: fc.record({
        file: fc.option(file, { nil: null }),
        name: fc.constantFrom(null, 'A'),
      }),
    });
    fc.assert(
      fc.property(address, given, (at, { library: named, target, runs, ...form }) => {
        fc.pre(Object.values(form.sources).some((text) => text.trim() !== ''));
        const { request } = parseFilfoxForm({
          ...form,
          compiler: LONG,
          optimizeRuns: runs,
          sourceFiles: form.sources,
          libraries:
            named === null
              ? ''
              : Object.fromEntries([
                  [named[0], Object.fromEntries([[named[1], `0x${'2'.repeat(40)}`]])],
                ]),
        });
        const sent = { address: at, request: { ...request, target } };
        const text = JSON.stringify(requestBody(sent));
        expect(parseAddressedRequest(JSON.parse(text))).toEqual(sent);
      }),
    );
  });
});
