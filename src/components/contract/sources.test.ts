import { describe, expect, it } from 'vitest';
import { chosenFile, placeLinks, shownSource } from './sources.ts';

const contract = {
  contractFile: 'b.sol',
  contractName: 'B',
  settings: JSON.stringify({ remappings: ['@x/=', 7] }),
  sourceFiles: [
    { name: 'a.sol', content: `${'//\n'.repeat(500)}contract A {}` },
    { name: 'b.sol', content: 'import "@x/a.sol";\ncontract B is A {}' },
    { name: 'javascript:alert(1)', content: '' },
  ],
};
const query = (text: string) => new URLSearchParams(text);

describe('the source that is shown', () => {
  it('is the contract’s own, or the one that is asked for', () => {
    const asked = ['', 'file=1', 'file=3', 'file=4', 'file=0', 'file=x', 'file=1e1'];
    expect(asked.map((text) => chosenFile(contract, query(text)))).toEqual([2, 1, 3, 2, 2, 2, 2]);
    expect(shownSource({ ...contract, sourceFiles: [] }, query(''))).toBeNull();
  });
  it('has pages', () => {
    const pages = ['file=1', 'file=1&from=301', 'file=1&from=450', 'file=1&from=99999999'];
    expect(
      pages.map((text) => {
        const shown = shownSource(contract, query(text));
        return [shown?.from, shown?.to, shown?.lines.length, shown?.before, shown?.after];
      }),
    ).toEqual([
      [1, 300, 300, null, 301],
      [301, 501, 201, 1, null],
      [301, 501, 201, 1, null],
      [1, 300, 300, null, 301],
    ]);
  });
  it('leads to the page that has the line', () => {
    const url = new URL('https://x.example/en/address/f01?t=contract&from=3');
    const shown = shownSource(contract, query(''));
    if (shown === null) throw new Error('no source');
    const to = placeLinks(url, contract, shown);
    expect(to({ file: 'b.sol', line: 2 })).toBe('#L2');
    expect(to({ file: 'a.sol', line: 501 })).toBe('?t=contract&from=301&file=1#L501');
    expect(to({ file: 'javascript:alert(1)', line: 1 })).toBe('?t=contract&file=3#L1');
    expect(shown.lines[1]?.find(({ text }) => text === 'A')?.to).toMatchObject({
      file: 'a.sol',
      line: 501,
    });
  });
});
