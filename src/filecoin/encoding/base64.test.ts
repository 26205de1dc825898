import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as browser from './base64.browser.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';

it('is the same on the server and in the browser, of any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      const forms = [text, text.replaceAll('=', ''), Buffer.from(bytes).toString('base64url')];
      for (const { decodeBase64: decode, encodeBase64: encode } of [
        browser,
        { decodeBase64, encodeBase64 },
      ]) {
        expect(encode(bytes)).toBe(text);
        for (const form of forms) expect(decode(form)).toEqual(bytes);
      }
    }),
  );
});

it('is refused by both where it is none', () => {
  const digit = fc.constantFrom(...'AQgw+/-_=');
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1 }),
    fc.constantFrom('\n', '\u0141'),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: digit }, odd)), (parts) => {
      const text = parts.join('');
      expect(decodeBase64(text)).toEqual(browser.decodeBase64(text));
    }),
    { numRuns: 5_000 },
  );
});

it('gives bytes of its own, and reads a part of a larger buffer', () => {
  const part = Uint8Array.of(9, 1, 2, 3, 9).subarray(1, 4);
  const bytes = decodeBase64(encodeBase64(part));
  expect(bytes).toEqual(Uint8Array.of(1, 2, 3));
  expect([bytes?.constructor, bytes?.buffer.byteLength]).toEqual([Uint8Array, 3]);
});
