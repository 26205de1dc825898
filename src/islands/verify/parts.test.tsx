import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ToldVerdict } from '#contracts/answer.ts';
import type { Cause } from '#contracts/match/explain.ts';
import { addFiles, NOTHING } from '#contracts/upload/read.ts';
import { DEFAULTS, uploadRequest } from '#contracts/upload/request.ts';
import { Files } from './Files.tsx';
import { Found } from './Found.tsx';
import { Result } from './Result.tsx';
import { FIELDS, Settings } from './Settings.tsx';
import { Steps } from './Steps.tsx';
import { Told } from './Told.tsx';
import { VerifyForm } from './VerifyForm.tsx';
import { loadWords } from './words.ts';

const words = await loadWords('en');
const COMPILER = 'v0.8.23+commit.f704f362';
const MIT = 'MIT License (MIT)';
const RELEASES = [
  { version: 'v0.8.37+commit.5397c8e3', evmVersion: 'osaka', had: true },
  { version: COMPILER, evmVersion: 'shanghai', had: true },
  { version: 'v0.4.11+commit.68ef5810', evmVersion: null, had: false },
];
const nothing = () => undefined;

/** What stands in the markup, tags left out. */
const textOf = (markup: string): string =>
  markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

function resultOf(verdict: ToldVerdict, asked = true): string {
  return renderToStaticMarkup(
    <Result
      verdict={verdict}
      words={words}
      contractPath="/en/address/0x1?t=contract"
      releases={RELEASES}
      asked={asked ? DEFAULTS : null}
      onFix={nothing}
    />,
  );
}

const NONE = { match: null, explanation: null } as const;

describe('a result', () => {
  it('is the contract’s name, how it matches, and where it is', () => {
    const shown = resultOf({
      ...NONE,
      success: true,
      errorCode: 0,
      contractName: '<b>A</b>',
      match: { kind: 'partial', by: 'runtime' },
    });
    expect(shown).toContain('&lt;b&gt;A&lt;/b&gt;');
    expect(shown).toContain('href="/en/address/0x1?t=contract"');
    expect(textOf(shown)).toMatch(/Verification success.*Partial: .*is not known/);
  });

  it.each([1, 2, 3, 4, 5, 6, 7] as const)('has words for code %i', (errorCode) => {
    const shown = textOf(resultOf({ ...NONE, success: false, errorCode, errorMsg: 'as it says' }));
    expect(shown).toContain(errorCode === 6 ? 'Already verified' : 'Verification failed');
    expect(shown).toContain(words(`verify.code.${errorCode}`));
    expect(shown.includes('as it says')).toBe([1, 3, 7].includes(errorCode));
  });

  it.each([
    ['full', 'A of a.sol at 0xab: that one is verified now. The proxy itself was not'],
    [null, 'implementation at 0xab was verified before'],
  ] as const)('says which contract was verified where there is a proxy: %s', (kind, said) => {
    const verdict: ToldVerdict = {
      success: false,
      errorCode: 4,
      match: kind && { kind, by: 'creation' },
      explanation: {
        nearest: null,
        likeness: 0,
        difference: null,
        causes: [
          { kind: 'otherContract', file: 'a.sol', name: 'A', address: '0xab', now: kind !== null },
          { kind: 'source', address: '0xab' },
        ],
      },
    };
    const shown = textOf(resultOf(verdict));
    expect(shown).toContain(said);
    expect(shown).toContain('not found to be those of its implementation at 0xab either');
    expect(shown).toContain(
      kind === null ? 'Verification failed' : 'Verified the contract behind this one',
    );
  });

  it('names the nearest compilers in the words of the page', () => {
    const verdict: ToldVerdict = {
      success: false,
      errorCode: 3,
      errorMsg: 'in English',
      nearestCompilers: ['v0.8.23+commit.f704f362'],
      match: null,
      explanation: null,
    };
    const shown = textOf(resultOf(verdict));
    expect(shown).toContain(`${words('verify.result.nearestCompilers')} v0.8.23+commit.f704f362`);
    expect(shown).not.toContain('in English');
    expect(textOf(resultOf({ ...verdict, nearestCompilers: [] }))).toContain('in English');
  });

  it('asks for the files that are imported and were not submitted', () => {
    const errorMsg = ['lib/Sums.sol', 'a"b.sol', '<b>.sol', 'lib/Sums.sol']
      .map((file) => `ParserError: Source "${file}" not found: File not supplied initially.`)
      .join('\n --> Vault.sol:4:1:\n');
    const shown = resultOf({ ...NONE, success: false, errorCode: 7, errorMsg });
    expect(shown).toContain(words('verify.result.missing'));
    expect(shown.match(/<li><code>[^]*?<\/code>/g)).toEqual([
      '<li><code>lib/Sums.sol</code>',
      '<li><code>&lt;b&gt;.sol</code>',
    ]);
    const other = resultOf({ ...NONE, success: false, errorCode: 7, errorMsg: 'Stack too deep' });
    expect(other).not.toContain(words('verify.result.missing'));
  });

  it('says what stands behind a proxy that was verified before', () => {
    const of = (cause: Cause) =>
      textOf(
        resultOf({
          success: false,
          errorCode: 6,
          contractName: 'Proxy',
          match: { kind: 'full', by: 'creation' },
          explanation: { nearest: null, likeness: 0, difference: null, causes: [cause] },
        }),
      );
    const proxy = { kind: 'proxy', address: '0xab' } as const;
    expect(of({ ...proxy, name: null })).toContain(
      'a proxy of 0xab, whose source nobody has verified yet.',
    );
    expect(of({ ...proxy, name: 'A' })).toContain('a proxy of 0xab, which is verified as A.');
    const facet = { kind: 'otherContract', file: 'a.sol', name: 'A', address: '0xab' } as const;
    const now = of({ ...facet, role: 'facet', now: true });
    expect(now).toContain('its facet A of a.sol at 0xab: that one is verified now.');
    expect(now).toContain(words('verify.code.6'));
  });

  it('has both codes side by side, where they part, and what to try', () => {
    const verdict: ToldVerdict = {
      success: false,
      errorCode: 4,
      initCode: '0x6001',
      byteCode: '0x6002',
      match: null,
      explanation: {
        nearest: { file: 'a.sol', name: 'A' },
        likeness: 1,
        difference: { offset: 1001, from: 1000, wanted: '6001aa', got: '6002aa' },
        causes: [
          { kind: 'viaIR', chain: true },
          { kind: 'compilerVersion', chain: '0.8.37' },
        ],
      },
    };
    const shown = resultOf(verdict);
    expect(shown.match(/<mark>/g)).toHaveLength(2);
    expect(shown).toContain('<mark>01 </mark>');
    expect(shown).toContain('<mark>02 </mark>');
    expect(textOf(shown)).toMatch(/byte 1,001 What we looking for 60 01 aa What we got 60 02 aa/);
    expect(shown.match(/Set it/g)).toHaveLength(2);
    expect(resultOf(verdict, false)).not.toContain('Set it');
  });
});

describe('the form', () => {
  const upload = addFiles(NOTHING, [
    { path: 'a.sol', text: '<script>' },
    { path: 'b.sol', text: 'contract B {}' },
    { path: 'c.txt', text: '' },
    {
      path: 'info.json',
      text: JSON.stringify({
        solcLongVersion: '0.8.17+commit.8df45f5f',
        input: { sources: { 'a.sol': { content: 'contract A {}' } }, settings: { viaIR: true } },
      }),
    },
  ]);

  it('begins with the files, and asks for nothing before it has some', () => {
    const shown = renderToStaticMarkup(
      <VerifyForm
        address="0x1"
        compiler={COMPILER}
        license=""
        coded=""
        releases={RELEASES}
        contractPath="/"
        words={words}
      />,
    );
    expect(shown).toContain('webkitdirectory');
    // By whichever way the reader has come here.
    expect(shown).toMatch(/<input type="checkbox"[^>]*name="terms"[^>]*>I agree to the terms/);
    expect(shown).not.toContain('checked=""');
    expect(textOf(shown)).toContain('What you submit is published');
    expect(shown).not.toContain('verify.');
    for (const name of ['compilerVersion', 'licenseType', 'optimizeRuns', 'parameters'])
      expect(shown).not.toContain(`name="${name}"`);
  });

  it('shows files with their kinds, and those that were not taken', () => {
    const shown = renderToStaticMarkup(
      <Files
        upload={upload}
        words={words}
        reading={false}
        error={null}
        onHand={nothing}
        onRemove={nothing}
        onClear={nothing}
      />,
    );
    expect(textOf(shown)).toMatch(/3 files.*c\.txt Neither .*info\.json build-info/);
    expect(shown).toContain('aria-label="Remove a.sol"');
    expect(shown).not.toContain('<script>');
  });

  it('asks what no file says, and shows what one says', () => {
    const asked = renderToStaticMarkup(
      <Settings
        asked={{
          ...DEFAULTS,
          compiler: COMPILER,
          libraries: [{ file: 'a.sol', name: 'L', address: '0x' }],
        }}
        fields={FIELDS}
        files={[...upload.sources.keys()]}
        releases={RELEASES}
        words={words}
        errorAt={(name) => (name === 'libraries' ? 'an error' : null)}
        onChange={nothing}
      />,
    );
    expect(textOf(asked)).toContain('default (shanghai)');
    expect(textOf(asked)).toContain('v0.4.11+commit.68ef5810 (not installed here)');
    expect(textOf(asked)).toMatch(/File of the contract All files a\.sol b\.sol/);
    expect(asked).toMatch(/<details class="verify-card opens" open="">.*an error/);
    const [from = null] = upload.settings;
    const request = uploadRequest(upload, from, { ...DEFAULTS, compiler: COMPILER, license: MIT });
    const found = textOf(
      renderToStaticMarkup(<Found request={request} chosen={COMPILER} told words={words} />),
    );
    expect(found).toMatch(/another compiler than you chose.*Compiler v0\.8\.17.*Via IR Yes/);
  });

  it('says which file told a setting, and what was set otherwise', () => {
    const told = {
      values: { compiler: COMPILER, viaIR: true, optimizeRuns: '7' },
      at: { compiler: 'foundry.toml', viaIR: 'foundry.toml', optimizeRuns: '<b>.toml' },
    };
    const shown = renderToStaticMarkup(
      <Told
        told={told}
        asked={{ ...DEFAULTS, ...told.values, viaIR: false }}
        fields={['compiler', 'optimizeRuns', 'viaIR']}
        files={[]}
        releases={RELEASES}
        words={words}
        errorAt={() => null}
        onChange={nothing}
      />,
    );
    expect(textOf(shown)).toMatch(
      /Compiler version v0\.8\.23\S+ found in foundry\.toml Runs 7 found in &lt;b&gt;\.toml Via IR No set here; foundry\.toml says otherwise Change what was found/,
    );
    expect(shown).not.toContain('name="licenseType"');
  });

  it('says which step is being taken, and how long it waits', () => {
    const at = (progress: Parameters<typeof Steps>[0]['progress']) =>
      renderToStaticMarkup(<Steps progress={progress} words={words} onCancel={nothing} />);
    const since = Date.now() - 4_500;
    expect(at({ step: 'compiling', since })).toContain('aria-current="step">Compiling');
    expect(textOf(at({ step: 'compiling', since }))).toContain(' 4 s ');
    const queued = at({ step: 'queued', place: 3, since });
    expect(queued).toContain('aria-current="step">Waiting');
    expect(textOf(queued)).toContain('Place 3 in the queue · 4 s');
    expect(at({ step: 'waiting', seconds: 3, of: 9 })).toContain('in 3 seconds');
  });
});
