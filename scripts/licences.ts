/**
 * `node scripts/licences.ts`: writes docs/licences.md, what the installed packages are licensed under,
 * from package-lock.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
const HEAD = `# Licences of packages

Written by \`node scripts/licences.ts\`. What \`npm ci\` installs to run Sextant, on any platform; the
packages that only build, check and test it are left out. Each package brings the text of its licence.
Packages name the licence of their own code: the Solidity compiler inside \`solc\` (soljson.js) is
GPL-3.0, and runs in a process of its own.
`;

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
    }),
  ),
});

/** The file's text: packages with their versions by licence, the most frequent licence first. */
export function licences(lock: unknown): string {
  const byLicence = new Map<string, Set<string>>();
  for (const [path, { version = '', license = 'not told', dev }] of Object.entries(
    Lock.parse(lock).packages,
  )) {
    if (path === '' || dev === true) continue;
    const packages = byLicence.get(license) ?? new Set();
    packages.add(`${path.slice(path.lastIndexOf('node_modules/') + 13)} ${version}`);
    byLicence.set(license, packages);
  }
  const sections = [...byLicence].sort(([, a], [, b]) => b.size - a.size);
  return [
    HEAD,
    ...sections.map(([name, packages]) => `## ${name}\n\n${[...packages].sort().join(', ')}\n`),
  ].join('\n');
}

export const readLock = (): unknown =>
  JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));

if (import.meta.main) writeFileSync(join(ROOT, 'docs/licences.md'), licences(readLock()));
