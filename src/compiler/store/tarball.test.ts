import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tarball } from '../testing/registry.ts';
import { soljsonOf } from './tarball.ts';

const SOLJSON = { name: 'package/soljson.js', content: 'var Module;' };

it('only soljson.js is taken, wherever it stands', async () => {
  const others = [
    { name: 'package/package.json', content: 'x'.repeat(700) },
    { name: '../../package/soljson.js', content: 'up' },
    { name: '/package/soljson.js', content: 'root' },
    { name: 'package/soljson.js', content: '', type: '2' },
    { name: 'pax', content: '20 path=package/soljson.js\n', type: 'x' },
    { name: 'package/solc.js', content: '' },
  ];
  for (const entries of [[SOLJSON], [...others, SOLJSON], [SOLJSON, ...others]])
    expect((await soljsonOf(tarball(...entries))).toString()).toBe('var Module;');
  await expect(soljsonOf(tarball(...others))).rejects.toThrow('no soljson.js');
});

it('an archive that unpacks to more than any release is refused', async () => {
  const bomb = gzipSync(Buffer.alloc(129 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(200_000);
  await expect(soljsonOf(bomb)).rejects.toThrow(/larger than/);
});

it('a file that says to be longer than the archive is refused', async () => {
  await expect(soljsonOf(tarball({ ...SOLJSON, size: 1e6 }))).rejects.toThrow('ends within');
});

it('bytes of any kind give a compiler or an error', async () => {
  const whole = tarball(SOLJSON);
  await expect(soljsonOf(whole.subarray(0, 40))).rejects.toThrow();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 4096 }), async (bytes) => {
      await expect(soljsonOf(bytes)).rejects.toThrow();
      await expect(soljsonOf(gzipSync(bytes))).rejects.toThrow();
    }),
  );
});
