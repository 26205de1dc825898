import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { openPlaces } from './places.ts';

/** A field of a MaxMind DB: its type, its size, its bytes; sizes below 29 only. */
function field(type: number, size: number, ...parts: Buffer[]): Buffer {
  const control = type < 8 ? [(type << 5) | size] : [size, type - 7];
  return Buffer.concat([Buffer.from(control), ...parts]);
}
const text = (value: string): Buffer => field(2, Buffer.byteLength(value), Buffer.from(value));
const whole = (value: number): Buffer => field(6, 4, Buffer.from([0, 0, value >> 8, value & 255]));
const map = (entries: Record<string, Buffer>): Buffer =>
  field(
    7,
    Object.keys(entries).length,
    ...Object.entries(entries).flatMap(([key, value]) => [text(key), value]),
  );

/** A database of IPv4 addresses of one tree node: those from 128.0.0.0 on are at one place. */
function database(): Buffer {
  const nodes = 1;
  const record = (value: number): Buffer => Buffer.from([0, value >> 8, value & 255]);
  // Left: nothing; right: the first record of the data section.
  const tree = Buffer.concat([record(nodes), record(nodes + 16)]);
  const data = map({ continent: map({ code: text('EU'), names: map({ en: text('Europe') }) }) });
  const metadata = map({
    binary_format_major_version: whole(2),
    binary_format_minor_version: whole(0),
    build_epoch: whole(1),
    database_type: text('Test'),
    description: map({}),
    ip_version: whole(4),
    languages: field(11, 0),
    node_count: whole(nodes),
    record_size: whole(24),
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), data, marker, metadata]);
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'places-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('looks addresses up in a database', () => {
  const file = join(folder, 'places.mmdb');
  writeFileSync(file, database());
  const records = openPlaces(file);
  expect(records('198.51.100.7')).toEqual({ continent: { code: 'EU', names: { en: 'Europe' } } });
  expect(records('10.0.0.1')).toBeNull();
  expect(records('no address')).toBeNull();
});

it('knows no place without a database', () => {
  expect(openPlaces(undefined)('198.51.100.7')).toBeNull();
});

it('refuses what is no such database', () => {
  const file = join(folder, 'nonsense');
  writeFileSync(file, 'nonsense');
  expect(() => openPlaces(file)).toThrow(ConfigError);
  expect(() => openPlaces(join(folder, 'missing'))).toThrow(/^IP_DATABASE must be a database/);
});
