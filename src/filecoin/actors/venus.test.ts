/** Params and returns as another implementation (Venus) decoded them, against ours. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { numbersOfRuns, rangesOfRuns, runsFromJson } from '../encoding/bitfield.ts';
import { fromBase64, toHex } from '../encoding/bytes.ts';
import { encodeBase58 } from '../encoding/base58.ts';
import { formatMultiaddr } from '../encoding/multiaddr.ts';
import { readFixture } from '../testing/fixtures.ts';
import { decodeParams, decodeReturn } from './decode.ts';
import type { Json } from './decode.ts';
import type { ActorKind } from './kinds.ts';

const Row = z.object({
  cid: z.string(),
  to: z.string(),
  method: z.number(),
  params: z.string(),
  args: z.json(),
  returned: z.string(),
  returns: z.json(),
});

type Theirs = z.infer<typeof Row>['args'];

/** What Venus calls by another name, or writes in another form, by field. */
const RENAMED: Readonly<Record<string, string>> = { Code: 'ExitCode', TxnID: 'TxId' };
const BITFIELDS = new Set([
  'Sectors',
  'Partitions',
  'MaskSectorNumbers',
  'SectorNumbers',
  'ValidDeals',
  'Skipped',
]);
const BYTES = new Set([
  'ProposalHash',
  'Params',
  'ConstructorParams',
  'Ret',
  'Proof',
  'ProofBytes',
  'AggregateProof',
  'Data',
  'ChainCommitRand',
]);
const PEERS = new Set(['Peer', 'NewID']);
const SHOWN_BYTES = 1024;
const SHOWN_BITS = 256;

function hex(base64: string): string {
  const bytes = fromBase64(base64);
  return bytes.length <= SHOWN_BYTES
    ? `0x${toHex(bytes)}`
    : `0x${toHex(bytes.subarray(0, SHOWN_BYTES))}… (${String(bytes.length)} bytes)`;
}

function bits(json: Theirs): Json {
  const runs = runsFromJson(json);
  const numbers = [...numbersOfRuns(runs)].map(Number);
  if (numbers.length <= SHOWN_BITS) return numbers;
  const Ranges = [...rangesOfRuns(runs)].map(({ from, to }) =>
    from === to ? String(from) : `${String(from)}-${String(to)}`,
  );
  const shown = Ranges.length > SHOWN_BITS ? [...Ranges.slice(0, SHOWN_BITS), '…'] : Ranges;
  return { Count: numbers.length, Ranges: shown };
}

/** Venus's value in our form. Only the form changes: names, encodings of bytes, null for empty. */
function ours(theirs: Theirs, name = ''): Json {
  if (PEERS.has(name) && typeof theirs === 'string') return encodeBase58(fromBase64(theirs));
  if (BYTES.has(name)) return theirs === null ? '0x' : hex(String(theirs));
  if (name.endsWith('Multiaddrs'))
    return (Array.isArray(theirs) ? theirs : []).map((addr) =>
      formatMultiaddr(fromBase64(String(addr))),
    );
  if (
    BITFIELDS.has(name) &&
    Array.isArray(theirs) &&
    theirs.every((run) => typeof run === 'number')
  )
    return bits(theirs);
  if (theirs === null) return [];
  if (Array.isArray(theirs)) return theirs.map((item) => ours(item));
  if (typeof theirs !== 'object') return theirs;
  if (typeof theirs['/'] === 'string') return theirs['/'];
  return Object.fromEntries(
    Object.entries(theirs).map(([key, value]) => [RENAMED[key] ?? key, ours(value, key)]),
  );
}

/** Kinds of the messages' targets, by their method: f05, f06 and so on apart, they are miners and multisigs. */
function kindOf(to: string, args: Theirs): ActorKind {
  const singletons: Readonly<Record<string, ActorKind>> = {
    f01: 'init',
    f04: 'storagepower',
    f05: 'storagemarket',
    f06: 'verifiedregistry',
  };
  const isMultisig =
    args !== null && typeof args === 'object' && ('ProposalHash' in args || 'To' in args);
  return singletons[to] ?? (isMultisig ? 'multisig' : 'storageminer');
}

describe('Venus', () => {
  const rows = readFixture('../actors/venus', Row).filter((row) => row.args !== null);

  it('decoded messages of many kinds', () => {
    expect(rows.length).toBe(22);
  });

  it.each(rows.map((row) => [`${row.to} ${String(row.method)} ${row.cid}`, row] as const))(
    'says the same of %s',
    (_, row) => {
      const kind = kindOf(row.to, row.args);
      const params = decodeParams({ kind, method: row.method, params: fromBase64(row.params) });
      const expected = ours(row.args);
      // An empty object stands for no params at all.
      const none = JSON.stringify(expected) === '{}';
      expect(params).toMatchObject({ ok: true, value: none ? null : expected });
      const returned = decodeReturn({
        kind,
        method: row.method,
        returned: fromBase64(row.returned),
      });
      const back = ours(row.returns);
      expect(returned).toMatchObject({
        ok: true,
        value: JSON.stringify(back) === '{}' ? null : back,
      });
    },
  );
});
