/** What a pasted text is, told before anybody asks the server. */
import { AddressError, parseAddress } from '#filecoin/address.ts';
import { parseCid } from '#filecoin/encoding/cid.ts';
import { readMoment } from '#filecoin/lookup/moment.ts';
import { readPasted } from '#filecoin/lookup/pasted.ts';
import { withoutMarks } from '#format/typed.ts';

export type TextKind =
  | 'height'
  | 'time'
  | 'deal'
  | 'cid'
  | 'piece'
  | 'sector'
  | 'hash'
  | 'address'
  | 'ethAddress'
  | 'peer'
  | 'name'
  | 'text';

export interface Classified {
  kind: TextKind;
  /**
   * What is wrong with it, when it nearly is something: an address that is mistyped (`checksum`) or cut
   * off (`length`), a CID whose bytes are not exactly one (`whole`): CIDs have no checksum.
   */
  flaw: 'checksum' | 'length' | 'whole' | null;
}

const ok = (kind: TextKind): Classified => ({ kind, flaw: null });

/** Addresses of one length by how they begin; those of other namespaces may have any. */
const LENGTHS: readonly (readonly [head: RegExp, length: number])[] = [
  [/^[ft][12]/, 41],
  [/^[ft]3/, 86],
  [/^[ft]410f/, 44],
];

function addressOf(text: string, kind: TextKind): Classified {
  try {
    parseAddress(text);
    return ok(kind);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    const length = LENGTHS.find(([head]) => head.test(text))?.[1] ?? text.length;
    const whole = error.reason !== 'length' && text.length === length;
    return { kind, flaw: whole ? 'checksum' : 'length' };
  }
}

/** Tells the kind of what was typed or pasted; `text` is what can only be part of a name. */
export function classify(input: string): Classified {
  const pasted = readPasted(withoutMarks(input));
  const { kind } = pasted;
  // Addresses and CIDs may come in capitals, but not in both.
  const text = /^[FTB][0-9A-Z]+$/.test(pasted.text) ? pasted.text.toLowerCase() : pasted.text;
  if (kind === 'deal') return ok('deal');
  if (kind === null && readMoment(text) !== null) return ok('time');
  if (/^(?:\S+\s+)?(?:sector|扇区|섹터)\s*#?\d{1,18}$/iu.test(text)) return ok('sector');
  if (/^[ft][0-4][0-9a-z]+\s*\/\s*#?\d{1,18}$/i.test(text)) return ok('sector');
  // A sender and a nonce: only the server knows their message.
  if (/^\S+\s+(?:nonce\s*)?#?\d{1,15}$/i.test(text)) return ok('text');
  if (/^\d{1,12}$/.test(text)) return ok('height');
  if (/^0x[0-9a-f]{64}$/i.test(text)) return ok('hash');
  // What is longer than an address is the beginning of a hash.
  if (/^0x[0-9a-f]{41,}$/i.test(text)) return { kind: 'hash', flaw: 'length' };
  if (/^0x/i.test(text)) return addressOf(text, 'ethAddress');
  if (/^[ft](?:0\d|[1-4][0-9a-z])[0-9a-z]*$/.test(text)) return addressOf(text, 'address');
  if (/^(12D3KooW|Qm)[1-9A-HJ-NP-Za-km-z]{30,}$/.test(text)) return ok('peer');
  if (/^12D3KooW[1-9A-HJ-NP-Za-km-z]*$/.test(text)) return { kind: 'peer', flaw: 'length' };
  if (/^[^\s.]+\.fil$/i.test(text)) return ok('name');
  if (/^b[a-z2-7]{20,}$/.test(text)) {
    // So begins every commitment to data.
    const kind = text.startsWith('baga') ? 'piece' : 'cid';
    try {
      parseCid(text);
      return ok(kind);
    } catch {
      return { kind, flaw: 'whole' };
    }
  }
  return ok('text');
}
