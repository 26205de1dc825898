import { expect, it } from 'vitest';
import { fakeCompiler } from '../testing/fake.ts';
import { compile, DEMOS, errorsOf, failure, NEWEST, solidity, SOURCE } from '../testing/run.ts';

it.each([
  ['0.8.37+commit.f401782d', NEWEST],
  ['0.8.23+commit.f704f362', DEMOS],
])('%s compiles', async (version, compiler) => {
  const output = await compile(
    compiler,
    solidity({
      'a/é.sol': `${SOURCE}contract A { uint immutable x = 1; string s = unicode"é漢"; function f() public view returns (uint) { return x; } }`,
    }),
  );
  expect(errorsOf(output)).toEqual([]);
  const contract = output.contracts['a/é.sol']?.['A'];
  expect(contract?.evm.bytecode.object).toMatch(/^60[0-9a-f]{300,}$/);
  expect(Object.values(contract?.evm.deployedBytecode.immutableReferences ?? {})).toEqual([
    [{ start: expect.any(Number) as number, length: 32 }],
  ]);
  const metadata: unknown = JSON.parse(contract?.metadata ?? '');
  expect(metadata).toMatchObject({
    compiler: { version },
    settings: { compilationTarget: { 'a/é.sol': 'A' } },
  });
  expect(contract?.abi).toHaveLength(1);
});

it('files and contracts may be called __proto__', async () => {
  const output = await compile(
    NEWEST,
    solidity({
      __proto__x: `${SOURCE}contract B {}`,
      ['__proto__']: `${SOURCE}import "__proto__x"; contract __proto__ { } contract constructor_ is B { }`,
    }),
  );
  expect(errorsOf(output)).toEqual([]);
  expect(Object.keys(output.contracts).sort()).toEqual(['__proto__', '__proto__x']);
  const named = Object.entries(output.contracts).find(([file]) => file === '__proto__')?.[1] ?? {};
  expect(Object.keys(named).sort()).toEqual(['__proto__', 'constructor_']);
  expect(Object.hasOwn(named, '__proto__')).toBe(true);
  expect(Object.getPrototypeOf(output.contracts)).toBe(Object.prototype);
});

it('an import that is not among the sources is not found, whatever it names', async () => {
  const files = [
    '/etc/passwd',
    'file:///etc/passwd',
    'https://example.org/a.sol',
    '../../package.json',
    '/dev/zero',
  ];
  const output = await compile(
    NEWEST,
    solidity({
      'a.sol': SOURCE + files.map((file) => `import ${JSON.stringify(file)};`).join('\n'),
    }),
  );
  expect(errorsOf(output)).toHaveLength(files.length);
  for (const words of errorsOf(output))
    expect(words).toMatch(/not found: File not supplied initially/);
});

it('a source by URL alone is not read either', async () => {
  const input = JSON.stringify({
    language: 'Solidity',
    sources: { a: { urls: ['/etc/passwd', 'https://example.org/a'] } },
  });
  expect((await compile(NEWEST, Buffer.from(input))).errors[0]?.formattedMessage).toMatch(
    /No import callback supplied/,
  );
});

it('bytes that are no JSON are answered by the compiler', async () => {
  const output = await compile(NEWEST, Buffer.of(0xff, 0xfe, 0x7b));
  expect(errorsOf(output)).toHaveLength(1);
});

it.each([NEWEST, DEMOS])(
  'the stack is deep enough for what the compiler itself refuses',
  async (compiler) => {
    const nested = `${'('.repeat(300)}a${')'.repeat(300)}`;
    const source = `${SOURCE}contract A { function f(uint a) public pure returns (uint) { return ${nested}; } }`;
    expect(errorsOf(await compile(compiler, solidity({ a: source })))).toEqual([
      'Maximum recursion depth reached during parsing.',
    ]);
  },
);

it.each([
  ['throws', 'throw new Error("unreachable")', /ended without output: Error: unreachable/],
  ['throws what cannot be told', 'throw { toString() { return {} } }', /ended without output/],
  ['writes no JSON', 'return "no"', /JSON/],
  ['writes no object', 'return "7"', /no object/],
])('a compiler that %s has crashed', async (_, body, words) => {
  const { kind, message } = await failure(compile(fakeCompiler(body)));
  expect(kind).toBe('crashed');
  expect(message).toMatch(words);
});

it('a file that is no compiler has crashed', async () => {
  expect((await failure(compile(Buffer.from('syntax error')))).kind).toBe('crashed');
  expect((await failure(compile(Buffer.from('')))).kind).toBe('crashed');
});

it('output of any shape is taken for what it is', async () => {
  const strange = {
    errors: [null, 7, { severity: 'warning', message: {} }],
    sources: { a: null, b: { id: 'x' } },
    contracts: {
      f: {
        a: null,
        b: { abi: 7, evm: { bytecode: { object: 7, linkReferences: { l: [] } } } },
        c: 7,
      },
      g: 7,
    },
  };
  const output = await compile(fakeCompiler(`return ${JSON.stringify(JSON.stringify(strange))}`));
  expect(output.errors.map(({ severity }) => severity)).toEqual(['error', 'error', 'warning']);
  expect(output.sources).toEqual({ a: { id: null }, b: { id: null } });
  expect(Object.keys(output.contracts['f'] ?? {})).toEqual(['a', 'b', 'c']);
  expect(output.contracts['f']?.['b']?.evm.bytecode).toEqual({
    object: '',
    sourceMap: '',
    linkReferences: { l: {} },
    immutableReferences: {},
  });
});
