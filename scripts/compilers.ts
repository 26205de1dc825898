/**
 * `node scripts/compilers.ts [registry]`: writes src/compiler/table/releases.json from the releases of
 * the npm package `solc`. Each is fetched (400 MB in all), held against the registry's hash, and
 * compiles an empty contract: what it says of itself in the metadata is what stands in the table.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { contractsOf } from '../src/compiler/contracts.ts';
import { run } from '../src/compiler/child/run.ts';
import { LIMITS } from '../src/compiler/limits.ts';
import { soljsonOf } from '../src/compiler/store/tarball.ts';
import { shortVersion } from '../src/compiler/table/table.ts';
import type { Release } from '../src/compiler/table/table.ts';

const FILE = join(import.meta.dirname, '../src/compiler/table/releases.json');
/** The first release that takes standard JSON. */
const FIRST = [0, 4, 11];

const Package = z.object({
  versions: z.record(
    z.string(),
    z.object({ dist: z.object({ tarball: z.url(), integrity: z.string() }) }),
  ),
});
const Metadata = z.object({
  compiler: z.object({ version: z.string() }),
  settings: z.object({ evmVersion: z.string().optional() }),
});

const INPUT = Buffer.from(
  JSON.stringify({
    language: 'Solidity',
    sources: { a: { content: 'contract A {}' } },
    settings: { outputSelection: { '*': { '*': ['metadata'] } } },
  }),
);

const numbers = (version: string): number[] => version.split(/[.-]/).slice(0, 3).map(Number);

function order(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((number, index) => number !== b[index]);
  return place < 0 ? 0 : (a[place] ?? 0) - (b[place] ?? 0);
}

async function release(version: string, tarball: string, integrity: string): Promise<Release> {
  const packed = Buffer.from(await (await fetch(tarball)).arrayBuffer());
  const found = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
  if (found !== integrity) throw new Error(`${tarball} is not what the registry says`);
  const compiler = await soljsonOf(packed);
  const { output } = await run({ compiler, input: INPUT, limits: LIMITS });
  const text = (await contractsOf(output.contracts))['a']?.['A']?.metadata;
  if (text === undefined) throw new Error(`${version}: ${JSON.stringify(output.errors)}`);
  const { compiler: self, settings } = Metadata.parse(JSON.parse(text));
  return {
    version: `v${self.version}`,
    package: version,
    integrity,
    sha256: createHash('sha256').update(compiler).digest('hex'),
    evmVersion: settings.evmVersion ?? null,
  };
}

const [registry = 'https://registry.npmjs.org'] = process.argv.slice(2);
const { versions } = Package.parse(await (await fetch(`${registry}/solc`)).json());
// A package `-fixed` comes after the one that it stands for, and takes its place.
const wanted = Object.keys(versions)
  .filter((version) => order(numbers(version), FIRST) >= 0)
  .sort((a, b) => order(numbers(a), numbers(b)) || a.length - b.length);
const releases = new Map<string, Release>();
for (const version of wanted) {
  const dist = versions[version]?.dist;
  if (dist === undefined) continue;
  const row = await release(version, dist.tarball, dist.integrity);
  const short = numbers(version).join('.');
  // 0.8.1 was published with the compiler 0.8.0 in it, 0.8.7 (before `-fixed`) with 0.7.5.
  const own = shortVersion(row) === short;
  if (own) releases.set(short, row);
  console.log(version, own ? `is ${row.version}` : `brings ${row.version}: left out`);
}
writeFileSync(FILE, `${JSON.stringify([...releases.values()], null, 2)}\n`);
