import { describe, expect, it } from 'vitest';
import { fromHex } from './encoding/bytes.ts';
import { encodeCbor } from './encoding/cbor.ts';
import { cidOf } from './encoding/cid.ts';
import { eventsDigest, receiptsDigest } from './receipt.ts';

const topic = (key: string, value: string): [number, string, number, Uint8Array] => [
  3,
  key,
  0x55,
  fromHex(value),
];

describe('receipts', () => {
  it('have the root that Lotus gives a refused message before network version 18', () => {
    const refused = { exitCode: 2, returned: new Uint8Array(), gasUsed: 0, eventsRoot: null };
    expect(cidOf(receiptsDigest([refused], false))).toBe(
      'bafy2bzacecc6ecgibelni535nwjukynmfgq57guo6fx6vzc33wanb3czj5wpo',
    );
  });
});

describe('events', () => {
  // Mainnet 2,907,480, message bafy2bzaceal6375g4cxgeztn6cnxnvwdl3uhepwho6lkfq6ahafpzv6pfkekg.
  const transfer = {
    emitter: 2_067_723,
    entries: encodeCbor([
      topic('t1', 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'),
      topic('t2', '000000000000000000000000f42006739c1f54db08f8a045ca14c5a59da83b13'),
      topic('t3', '000000000000000000000000faf1f557435008710005e7a9acef195bbad76f2c'),
      topic('d', '00000000000000000000000000000000000000000000000000000000207c0a41'),
    ]),
  };

  it("have the root that the message's receipt names", () => {
    expect(cidOf(eventsDigest([transfer]))).toBe(
      'bafy2bzaceanijv6bwjgutekm2hlfmtzu7onpas5mqbch56ixmdutamaers3du',
    );
  });

  it('have another root when one is left out, doubled or of another emitter', () => {
    const roots = [[], [transfer, transfer], [{ ...transfer, emitter: 2_067_724 }]].map((events) =>
      cidOf(eventsDigest(events)),
    );
    expect(new Set([...roots, cidOf(eventsDigest([transfer]))]).size).toBe(4);
  });
});
