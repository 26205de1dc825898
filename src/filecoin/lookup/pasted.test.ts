import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPasted } from './pasted.ts';

const CID = 'bafy2bzacea3wsdh6y3a36tb3skempjoxqpuyompjbmfeyf34fi3uy6uue42v4';
const HEX = '52963ef50e27e06d72d59fcb4f3c2a687be3cfef';
const HASH = `0x${'4f2c'.repeat(16)}`;
const PEER = '12D3KooWRBhwfeP2Y4TCx1SM6s9rUoHhR5STiGwxBhgFRcw3UERE';

test.each([
  [' 19600 ', '19600'],
  ['19,600', '19600'],
  ['1_019_600', '1019600'],
  ['19 600', '19600'],
  ['19\u202f600', '19600'],
  ['１９，６００', '19600'],
  ['#19,600', '19600'],
  ['#name', '#name'],
  ['\u200bf01234\ufeff', 'f01234'],
  ['\u202af01234\u202c', 'f01234'],
  ['`f01234`', 'f01234'],
  ['“f01234”', 'f01234'],
  ['"a" or "b"', '"a" or "b"'],
  [`${CID}/`, CID],
  [HEX, `0x${HEX}`],
  [HASH.slice(2), HASH],
  [`0x${HEX}`, `0x${HEX}`],
  ['f01234', 'f01234'],
  ['<b>no</b>', '<b>no</b>'],
  ['a b/c', 'a b/c'],
  ['19,600 FIL', '19,600 FIL'],
  ['wFIL/USDC', 'USDC'],
  ['f01000/12', 'f01000/12'],
  ['F01000/#12', 'F01000/#12'],
  ['address/f01000/12', 'f01000'],
  ['miner f01000', 'f01000'],
  ['存储提供者：f01000', 'f01000'],
  [`Message ${CID}`, CID],
  ['staked FIL', 'staked FIL'],
  ['uniswap 3', 'uniswap 3'],
  ['block 3 f01000', 'block 3 f01000'],
  ['2026/11/18', '2026/11/18'],
  ['２０２６-11-18', '2026-11-18'],
  ['/ip4/203.0.113.198/tcp/8022', '/ip4/203.0.113.198/tcp/8022'],
  [`/ip4/203.0.113.198/tcp/8022/p2p/${PEER}`, PEER],
  ['/', '/'],
  ['', ''],
])('%j is taken as %j', (input, text) => {
  expect(readPasted(input)).toEqual({ text, host: null, kind: null });
});

test.each([
  ['Deal #502', '502', 'deal'],
  ['deal 502', '502', 'deal'],
  ['DEAL 502', '502', 'deal'],
  ['Tipset #19,600', '19600', 'height'],
  ['height: 19 600', '19600', 'height'],
  ['高度19600', '19600', 'height'],
  ['存储订单 #502', '502', 'deal'],
  ['팁셋 #19,600', '19600', 'height'],
  ['저장 거래 502', '502', 'deal'],
  ['스토리지 딜 502', '502', 'deal'],
])('%j is %j, and says what it is', (input, text, kind) => {
  expect(readPasted(input)).toEqual({ text, host: null, kind });
});

test.each([
  [`https://explorer.example/en/message/${CID}?block=x#tabs`, 'explorer.example', CID, null],
  [`explorer.example/ko/block/${CID}/`, 'explorer.example', CID, null],
  ['https://www.filfox.info/zh/tipset/19600', 'filfox.info', '19600', 'height'],
  ['https://filfox.info/en/deal/12345', 'filfox.info', '12345', 'deal'],
  ['https://filfox.info/en/address/f01234?t=4', 'filfox.info', 'f01234', null],
  [`https://filfox.info/en/message/${CID}?t=1`, 'filfox.info', CID, null],
  [`https://filfox.info/en/peer/${PEER}`, 'filfox.info', PEER, null],
  ['https://filfox.info/en/fns/name/kelp.fil', 'filfox.info', 'kelp.fil', null],
  [`https://filscan.io/en/message/${CID}/`, 'filscan.io', CID, null],
  ['https://filscan.io/en/height/19600/', 'filscan.io', '19600', 'height'],
  [`https://filscan.io/#/tipset/message-detail?cid=${CID}`, 'filscan.io', CID, null],
  ['https://filscan.io/tipset/address-detail?address=f01234', 'filscan.io', 'f01234', null],
  [`https://filecoin.blockscout.com/tx/${HASH}?tab=logs`, 'filecoin.blockscout.com', HASH, null],
  [
    `https://filecoin.blockscout.com/token/0x${HEX}/instance/12`,
    'filecoin.blockscout.com',
    `0x${HEX}`,
    'token',
  ],
  ['https://filecoin.blockscout.com/block/19600', 'filecoin.blockscout.com', '19600', 'height'],
  [`https://beryx.io/fil/mainnet/txs/${CID}?tab=0`, 'beryx.io', CID, null],
  ['https://beryx.io/fil/mainnet/tipsets/address/f01234/details', 'beryx.io', 'f01234', null],
  [
    'https://explorer.glif.io/tipset/?height=19600&network=x',
    'explorer.glif.io',
    '19600',
    'height',
  ],
  [`http://127.0.0.1:4321/en/token/0x${HEX}?h=f01`, '127.0.0.1', `0x${HEX}`, 'token'],
  ['/en/deal/7', null, '7', 'deal'],
  ['https://explorer.example/', 'explorer.example', '', null],
])('%s', (input, host, text, kind) => {
  if (text === '') expect(readPasted(input)).toEqual({ text: input, host: null, kind: null });
  else expect(readPasted(input)).toEqual({ text, host, kind });
});

test('a link of any explorer leaves the identifier in it', () => {
  const identifiers = [CID, HASH, `0x${HEX}`, 'f01234', PEER, 'kelp.fil'];
  const words = ['message', 'address', 'en', 'fil', 'mainnet', 'tx', 'details', 'tipset', 'deal'];
  fc.assert(
    fc.property(
      fc.webAuthority(),
      fc.constantFrom(...identifiers),
      fc.array(fc.constantFrom(...words), { maxLength: 3 }),
      fc.array(fc.constantFrom(...words), { maxLength: 2 }),
      fc.webQueryParameters(),
      (authority, identifier, before, after, query) => {
        const path = [...before, identifier, ...after].join('/');
        expect(readPasted(`https://${authority}/${path}?${query}`).text).toBe(identifier);
      },
    ),
  );
});

test('any text at all is taken', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const pasted = readPasted(text);
      if (text.normalize('NFKC').includes('/')) expect(typeof pasted.text).toBe('string');
      else expect(pasted).toMatchObject({ host: null, kind: null });
    }),
  );
});
