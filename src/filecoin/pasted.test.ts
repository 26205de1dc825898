import { expect, test } from 'vitest';
import { pastedIdentifier } from './pasted.ts';

const CID = 'bafy2bzacea3wsdh6y3a36tb3skempjoxqpuyompjbmfeyf34fi3uy6uue42v4';
const HEX = '52963ef50e27e06d72d59fcb4f3c2a687be3cfef';

test.each([
  [' 19600 ', '19600'],
  ['19,600', '19600'],
  ['1_019_600', '1019600'],
  ['19 600', '19600'],
  ['19\u202f600', '19600'],
  ['１９，６００', '19600'],
  [`${CID}/`, CID],
  [`https://explorer.example/en/message/${CID}?block=x#tabs`, CID],
  [`explorer.example/ko/block/${CID}/`, CID],
  ['https://explorer.example/zh/tipset/19600', '19600'],
  [HEX, `0x${HEX}`],
  ['4f2c'.repeat(16), `0x${'4f2c'.repeat(16)}`],
  [`0x${HEX}`, `0x${HEX}`],
  ['f01234', 'f01234'],
  ['<b>no</b>', '<b>no</b>'],
  ['a b/c', 'a b/c'],
  ['19,600 FIL', '19,600 FIL'],
  ['/', '/'],
  ['', ''],
])('%j is taken as %j', (text, identifier) => {
  expect(pastedIdentifier(text)).toBe(identifier);
});
