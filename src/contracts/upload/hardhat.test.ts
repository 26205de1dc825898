/** Configurations that are programs: read, never run. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hardhatSays } from './hardhat.ts';
import { fileKind, projectForm } from './paths.ts';
import { readProject } from './project.ts';

const config = (solidity: string): string => `
import { HardhatUserConfig, vars } from "hardhat/config"; // solidity: "0.1.0"
import "@nomicfoundation/hardhat-toolbox";
/* solidity: "0.2.0", */
const url = \`https://node/\${vars.get("KEY", "{")}\`;
const config: HardhatUserConfig = {
  solidity: ${solidity},
  networks: { filecoin: { url, accounts: [process.env.KEY as string] } },
};
export default config;
`;
const whole = {
  compiler: '0.8.23',
  optimize: true,
  runs: 10_000,
  viaIR: true,
  evmVersion: 'paris',
  unread: [],
};
const LITERAL = `{
  version: '0.8.23', // the one
  settings: {
    "optimizer": { enabled: true, runs: 10_000, },
    viaIR: true, evmVersion: "Paris" as const,
    outputSelection: { "*": { "*": ["storageLayout"] } },
  } satisfies Settings,
}`;
const none = { compiler: null, optimize: null, runs: null, viaIR: null, evmVersion: null };

describe('a configuration of Hardhat', () => {
  it.each([
    ['a version', '"0.8.23"', { ...none, compiler: '0.8.23', unread: [] }],
    ['a compiler', LITERAL, whole],
    ['a list of one', `{ compilers: [${LITERAL}] }`, whole],
    ['a profile', `{ profiles: { default: ${LITERAL}, production: { version: "0.1" } } }`, whole],
  ])('says what stands in it: %s', (_, solidity, said) => {
    expect(hardhatSays(config(solidity))).toEqual(said);
    // CommonJS, no semicolons, and nothing behind it.
    expect(hardhatSays(`module.exports = { solidity: ${solidity} }`)).toEqual(said);
  });

  it.each([
    ['a name', 'COMPILER', ['solidity']],
    ['a call', 'compiler("0.8.23", { runs: 1 })', ['solidity']],
    ['a sum', '"0.8." + 23', ['solidity']],
    [
      'a choice',
      '{ compilers: [{ version: "0.8.1" }, { version: "0.8.2" }] }',
      ['solidity.compilers'],
    ],
    ['a template', '`0.8.${minor}`', ['solidity']],
    ['an escape', '"0.8.\\x31"', ['solidity']],
    ['a choice between two', 'old ? "0.8.1" : "0.8.2"', ['solidity']],
  ])('leaves what is no literal: %s', (_, solidity, unread) => {
    expect(hardhatSays(config(solidity))).toEqual({ ...none, unread });
  });

  it('leaves the settings that are none, and says which', () => {
    const says = (settings: string) =>
      hardhatSays(config(`{ version: "0.8.23", settings: ${settings} }`));
    const kept = { ...none, compiler: '0.8.23' };
    const all = ['optimizer.enabled', 'optimizer.runs', 'viaIR', 'evmVersion'];
    expect(says('SETTINGS')).toEqual({ ...kept, unread: all });
    expect(says('{ ...BASE, viaIR: true }')).toEqual({
      ...kept,
      viaIR: true,
      unread: all.filter((name) => name !== 'viaIR'),
    });
    // What is spread in behind it takes its place.
    expect(says('{ viaIR: true, optimizer: { enabled: true }, ...BASE }')).toEqual({
      ...kept,
      unread: all,
    });
    expect(
      says('{ optimizer: { enabled: !DEBUG, runs: 2 ** 8 }, viaIR, evmVersion() {} }'),
    ).toEqual({
      ...kept,
      unread: all,
    });
    expect(says('{ optimizer: { enabled: "yes", runs: -1 }, viaIR: 1 }')).toEqual({
      ...kept,
      unread: all.slice(0, 3),
    });
    expect(hardhatSays(config('{ version: V, settings: { viaIR: true } }'))).toEqual({
      ...none,
      viaIR: true,
      unread: ['solidity.version'],
    });
    expect(hardhatSays(config('{ version: "0.8.23", overrides: { "a.sol": {} } }'))).toEqual({
      ...kept,
      unread: ['solidity.overrides'],
    });
  });

  it('names its compiler once', () => {
    for (const program of ['', 'module.exports = require("./base")', 'const solidity = 1'])
      expect(hardhatSays(program)).toEqual({ ...none, unread: ['solidity'] });
    const twice = 'a({ solidity: "0.8.1" }); b({ solidity: "0.8.2" })';
    expect(hardhatSays(twice)).toEqual({ ...none, unread: ['solidity'] });
    expect(hardhatSays('module.exports = { solidity, paths }').unread).toEqual(['solidity']);
  });

  it('is found by its name', () => {
    for (const end of ['js', 'ts', 'cjs', 'mjs', 'cts', 'mts']) {
      expect(fileKind(`a/hardhat.config.${end}`)).toBe('project');
      expect(projectForm(`a/hardhat.config.${end}`)).toBe('hardhatProgram');
    }
    expect(projectForm('hardhat.config.json')).toBe('hardhat');
    expect(fileKind('scripts/deploy.ts')).toBeNull();
    expect(readProject('hardhatProgram', config('"0.8.23"'))).toMatchObject({
      compiler: '0.8.23',
      remappings: [],
      unread: [],
    });
  });

  it('does no harm, whatever it is', () => {
    const part = fc.constantFrom(
      ...[
        'solidity',
        ':',
        '{',
        '}',
        '[',
        ']',
        '(',
        ')',
        ',',
        '...',
        '"0.8.1"',
        "'",
        '`',
        '/',
        'as',
      ],
      ...['version', 'settings', 'optimizer', 'runs', '__proto__', '200', 'true', '\n', '//', '/*'],
    );
    const program = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 60 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(program, (text) => {
        const { compiler } = hardhatSays(`solidity: ${text}`);
        expect(compiler === null || text.includes(compiler)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(hardhatSays(`solidity: ${'{a:['.repeat(50_000)}`).compiler).toBeNull();
    expect(
      hardhatSays(
        `solidity: { ${Array.from({ length: 20_000 }, (_, at) => `...a, b${String(at)}: 1,`).join('')} version: "0.8.1" }`,
      ).compiler,
    ).toBe('0.8.1');
    expect('version' in {}).toBe(false);
  });
});
