import { expect, it } from 'vitest';
import type { Catalogue } from './catalogue.ts';
import { indexMessages } from './messages.ts';

it('messages keep every digit of their method number', () => {
  const bare = '{"From":"f0101","Nonce":7,"Method":18446744073709551615,"Params":null}';
  const signature = '"Signature":{"Type":1,"Data":""}';
  const block = `{"BlsMessages":[${bare}],"SecpkMessages":[{"Message":${bare},${signature}}],"Cids":[{"/":"a"},{"/":"b"}]}`;
  const value = { offset: 0, length: block.length, failed: false };
  const catalogue: Catalogue = {
    tipsets: [],
    tipsetOfKey: new Map(),
    tipsetsOfBlock: new Map(),
    roots: [],
    tipsetsOfRoot: [],
    answers: new Map([['ChainGetBlockMessages', new Map([['[{"/":"c"}]', value]])]]),
    states: new Map(),
    read: () => Buffer.from(block),
  };
  const messages = indexMessages(catalogue);
  expect(messages.message('a')).toBe(bare);
  expect(messages.message('b')).toBe(bare);
  expect(messages.signed('a')).toContain(`"Message":${bare}`);
  expect(messages.signed('b')).toBe(`{"Message":${bare},${signature}}`);
});
