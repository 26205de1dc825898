import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileTree, type FolderNode } from './tree.ts';

const drawn = ({ folders, files }: FolderNode, indent = ''): string[] => [
  ...folders.flatMap((folder) => [`${indent}${folder.label}/`, ...drawn(folder, `${indent}  `)]),
  ...files.map(({ label }) => indent + label),
];
const filesOf = (folder: FolderNode): string[] => [
  ...folder.folders.flatMap(filesOf),
  ...folder.files.map(({ file }) => file),
];

describe('a tree of files', () => {
  it('joins folders that have nothing else', () => {
    const names = [
      'src/Vault.sol',
      '@openzeppelin/contracts/token/ERC20.sol',
      '@openzeppelin/contracts/access/Ownable.sol',
      'src/lib/a/b/Deep.sol',
      'Z.sol',
    ];
    expect(drawn(fileTree(names))).toEqual([
      '@openzeppelin/contracts/',
      '  access/',
      '    Ownable.sol',
      '  token/',
      '    ERC20.sol',
      'src/',
      '  lib/a/b/',
      '    Deep.sol',
      '  Vault.sol',
      'Z.sol',
    ]);
  });
  it('has every file once, whatever they are called', () => {
    const parts = fc.constantFrom('..', '.', '', '/', '__proto__', 'a', 'https:', '\\', 'toString');
    fc.assert(
      fc.property(fc.uniqueArray(fc.array(parts).map((all) => all.join('/'))), (names) => {
        expect(filesOf(fileTree(names)).sort()).toEqual([...names].sort());
      }),
    );
    expect(filesOf(fileTree([`${'a/'.repeat(200)}b`]))).toEqual([`${'a/'.repeat(200)}b`]);
  });
});
