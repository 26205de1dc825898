import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { licenseOfSpdx, spdxOf } from '../request/licenses.ts';
import { addHanded, type Handed } from './hand.ts';
import { projectNames, worthReading } from './paths.ts';
import { readProject } from './project.ts';
import { addFiles, NOTHING, removeFile, type GivenFile, type Upload } from './read.ts';
import { DEFAULTS, uploadRequest } from './request.ts';
import { exactPragma, toldSettings, withLicense } from './told.ts';

const LONG = 'v0.8.23+commit.f704f362';
const releases = ['v0.8.37+commit.5397c8e3', LONG, 'v0.8.2+commit.661d1103'];
const MIT = 'MIT License (MIT)';

const FOUNDRY = `
[profile.default]
src = "src" # where they are
solc = "0.8.23"
optimizer = true
optimizer_runs = 10_000
via_ir = true
evm_version = "Paris"
bytecode_hash = "none"
remappings = ["@a/=lib/a/contracts/", "b/=lib/b/"]

[profile.ci]
optimizer_runs = 1
[fmt]
line_length = 100
`;

const given = (files: readonly GivenFile[]) => addFiles(NOTHING, files, readProject);

const told = ({ sources, project }: Upload, main = '', coded = '') =>
  toldSettings({ sources, project, main, releases, coded });

describe('a configuration', () => {
  it('of Foundry says the settings of its default profile', () => {
    const upload = given([
      { path: 'remappings.txt', text: '# mine\nb/=elsewhere/\n\n c/=lib/c/ \r\n' },
      { path: 'foundry.toml', text: FOUNDRY },
    ]);
    expect(upload.project.map(({ form }) => form)).toEqual(['foundry', 'remappings']);
    const { values, at } = told(upload);
    expect(values).toEqual({
      compiler: LONG,
      optimize: true,
      optimizeRuns: '10000',
      viaIR: true,
      evmVersion: 'paris',
      metadata: 'none',
      remappings: '@a/=lib/a/contracts/\nb/=lib/b/\nc/=lib/c/',
    });
    expect(at).toMatchObject({
      compiler: 'foundry.toml',
      remappings: 'foundry.toml, remappings.txt',
    });
    expect(removeFile(upload, 'foundry.toml').project).toHaveLength(1);
  });

  it.each([
    ['{"solidity":"0.8.23"}', { compiler: LONG }],
    [
      '{"solidity":{"version":"0.8.23","settings":{"optimizer":{"enabled":true,"runs":7},"viaIR":true}}}',
      { compiler: LONG, optimize: true, optimizeRuns: '7', viaIR: true },
    ],
    ['{"solidity":{"compilers":[{"version":"0.8.2"}]}}', { compiler: releases[2] }],
    ['{"solidity":{"profiles":{"default":{"version":"0.8.37"}}}}', { compiler: releases[0] }],
  ])('of Hardhat as JSON says it: %s', (text, values) => {
    const upload = given([{ path: 'hardhat.config.json', text }]);
    expect(told(upload).values).toEqual(values);
  });

  it('counts behind the compiler that the contract’s code names, if that one is known', () => {
    const upload = given([{ path: 'foundry.toml', text: '[profile.default]\nsolc = "0.8.2"' }]);
    expect(told(upload, '', '0.8.23')).toEqual({
      values: { compiler: LONG },
      at: { compiler: '' },
    });
    expect(told(upload, '', '0.8.2-nightly.2021.1.1')).toMatchObject({
      values: { compiler: releases[2] },
      at: { compiler: 'foundry.toml' },
    });
  });

  it('says nothing that leaves a choice, and nothing of what is not known', () => {
    for (const solc of ['^0.8.0', './solc', '0.8.99', '0.8'])
      expect(
        told(given([{ path: 'foundry.toml', text: `[profile.default]\nsolc = "${solc}"` }])),
      ).toEqual({ values: {}, at: {} });
  });

  it.each([
    ['foundry.toml', '[profile.default'],
    ['foundry.toml', '[profile.default]\noptimizer_runs = -1'],
    ['foundry.toml', `[profile.default]\nremappings = ["a/=${'x'.repeat(600)}"]`],
    ['foundry.toml', `a = ${'['.repeat(5000)}`],
    ['remappings.txt', 'no remapping'],
    ['remappings.txt', 'a/=b/\n'.repeat(501)],
    ['hardhat.config.json', '{'],
    ['hardhat.json', '{"solidity":{"compilers":[{"version":"0.8.1"},{"version":"0.8.2"}]}}'],
  ])('that is not of its form is refused: %s %j', (path, text) => {
    const upload = given([{ path, text }]);
    expect(upload.project).toEqual([]);
    expect(upload.wrong).toEqual([{ path, problem: 'badProject' }]);
  });

  it('is bounded, and there is one of a form', () => {
    const upload = given([
      { path: 'a/foundry.toml', text: '' },
      { path: 'b/foundry.toml', text: '' },
      { path: 'remappings.txt', text: 'a'.repeat(300_000) },
    ]);
    expect(upload.wrong.map(({ problem }) => problem)).toEqual(['secondProject', 'tooLarge']);
  });

  it('means nothing by its keys', () => {
    const said = readProject(
      'foundry',
      '__proto__.viaIR = true\n[__proto__.default]\nvia_ir = true',
    );
    expect(said?.viaIR ?? null).toBeNull();
    expect('viaIR' in {}).toBe(false);
    fc.assert(
      fc.property(fc.string(), (text) => {
        readProject('foundry', text);
        readProject('hardhat', text);
        return true;
      }),
    );
  });

  it('is the project’s own, which names its files', async () => {
    const paths = [
      'w/app/foundry.toml',
      'w/app/src/A.sol',
      'w/app/lib/b/foundry.toml',
      'w/app/lib/b/src/B.sol',
    ];
    expect(worthReading(paths)).toEqual(new Set([paths[0], paths[1], paths[3]]));
    expect([...projectNames(paths).values()]).toContain('src/A.sol');
    const handed = paths.map((path): Handed => ({
      path,
      size: 2,
      bytes: () => Promise.resolve(new Uint8Array(0)),
    }));
    const upload = await addHanded(NOTHING, handed, true);
    expect([...upload.sources.keys()]).toEqual(['src/A.sol', 'lib/b/src/B.sol']);
    expect([upload.project.length, upload.wrong]).toEqual([1, []]);
  });
});

describe('sources', () => {
  const files = (sources: Readonly<Record<string, string>>) =>
    given(Object.entries(sources).map(([path, text]) => ({ path, text })));

  it.each([
    ['pragma solidity 0.8.23;', '0.8.23'],
    ['pragma  solidity\n=0.8.23 ;', '0.8.23'],
    ['pragma solidity ^0.8.23;', null],
    ['pragma solidity >=0.8.2 <0.9.0;', null],
    ['// pragma solidity 0.8.23;\n/* pragma solidity 0.8.2; */', null],
    ['string s = "pragma solidity 0.8.23;";', null],
    ['pragma abicoder v2;', null],
  ])('say the compiler where it is exact: %j', (source, version) =>
    expect(exactPragma(source)).toBe(version),
  );

  it('say no compiler where they say two', () => {
    const two = files({ 'A.sol': 'pragma solidity 0.8.23;', 'B.sol': 'pragma solidity 0.8.2;' });
    expect(told(two).values).toEqual({});
    const one = files({ 'A.sol': 'pragma solidity 0.8.23;', 'B.sol': 'pragma solidity ^0.8.2;' });
    expect(told(one)).toEqual({ values: { compiler: LONG }, at: { compiler: 'A.sol' } });
  });

  it('say the licence by the file that is the contract’s', () => {
    const upload = files({
      'src/A.sol': '// SPDX-License-Identifier: GPL-3.0-or-later\nimport "./B.sol";',
      'src/B.sol': '// SPDX-License-Identifier: MIT',
      'test/A.t.sol': '// SPDX-License-Identifier: UNLICENSED\nimport "../src/A.sol";',
    });
    // The test imports it, too: nobody else is left to ask.
    expect(told(upload).at.license).toBeUndefined();
    expect(told(upload, 'src/B.sol').values.license).toBe(MIT);
    expect(told(removeFile(upload, 'test/A.t.sol')).values.license).toBe(
      'GNU General Public License v3.0 (GNU GPLv3)',
    );
  });

  it.each([
    ['/* SPDX-License-Identifier: MIT */', MIT],
    ['// SPDX-License-Identifier: MIT OR Apache-2.0\n', 'MIT OR Apache-2.0'],
    ['// SPDX-License-Identifier: <b>', null],
    ['contract A {}', null],
  ])('name their licence: %j', (source, license) => {
    const spdx = spdxOf(source);
    expect(spdx && licenseOfSpdx(spdx)).toBe(license);
  });

  it('have what a library’s folder is for led there', () => {
    const upload = files({
      'foundry.toml': '[profile.default]',
      'src/A.sol': 'import "b/B.sol"; import "c/C.sol"; import "./D.sol"; import "none/E.sol";',
      'lib/b/src/B.sol': '',
      'lib/c/contracts/C.sol': '',
    });
    const { values } = told(upload);
    expect(values.remappings).toBe('b/=lib/b/src/\nc/=lib/c/contracts/');
    const request = uploadRequest(upload, null, {
      ...DEFAULTS,
      ...values,
      compiler: LONG,
      main: 'src/A.sol',
    });
    expect([...request.input.sources.keys()]).toEqual([
      'src/A.sol',
      'lib/b/src/B.sol',
      'lib/c/contracts/C.sol',
    ]);
    expect(request.input.settings.remappings).toHaveLength(2);
  });

  it('have the licence that settings of a file name', () => {
    const before = { values: { viaIR: true }, at: { viaIR: 'a' } };
    expect(withLicense(before, { license: null }, 'm.json')).toBe(before);
    expect(withLicense(before, { license: 'MIT' }, 'm.json')).toEqual({
      values: { viaIR: true, license: MIT },
      at: { viaIR: 'a', license: 'm.json' },
    });
  });
});
