/** Records that resolvers write and clear. */
import { expect, it } from 'vitest';
import { keccakOfText } from '#filecoin/evm/words.ts';
import { namehash, RECORD } from '#filecoin/evm/names.ts';
import type { NameService } from '#filecoin/networks/index.ts';
import { NOTHING_OLDER } from '../../fold/older.ts';
import { emptyFacts, STATE_TABLES } from '../../fold/tables.ts';
import { StateView } from '../../fold/state.ts';
import { aTipset, executed } from '../../testing/units.ts';
import type { NameEvent } from './decode.ts';
import { foldNames } from './fold.ts';
import { NAMES } from './index.ts';

const address = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);
const text = (byte: number): string => `0x${byte.toString(16).padStart(2, '0').repeat(20)}`;
const SERVICE: NameService = {
  title: 'Test',
  suffix: 'fil',
  registry: text(1),
  registrar: text(2),
  controllers: [text(3)],
  resolvers: [text(4), text(6)],
  reverseRegistrar: text(5),
  graceSeconds: 100,
};
const [KELP, MOSS] = [namehash('kelp.fil'), namehash('moss.fil')];

const record = (node: Uint8Array, key: string, value: string, by = address(4)): NameEvent => ({
  service: 0,
  message: 0,
  type: 'record',
  by,
  node,
  kind: RECORD.text,
  key,
  keyHash: keccakOfText(key),
  value,
});
const cleared = (node: Uint8Array, by = address(4)): NameEvent => ({
  service: 0,
  message: 0,
  type: 'cleared',
  by,
  node,
});

/** Texts of the records that hold, as `key=value`. */
function left(view: StateView): string[] {
  return view
    .rowsIn('name_record')
    .filter(({ service, node, resolver, clearing }) => {
      const times = view.get('name_clearing', service, node, resolver)?.times;
      return (times ?? null) === clearing;
    })
    .map(({ key, value }) => `${key}=${value}`)
    .sort();
}

const unit = {
  tipset: aTipset(10),
  executed: executed(10, {}),
  older: NOTHING_OLDER,
  parts: [],
};

function fold(view: StateView, events: readonly NameEvent[]): void {
  foldNames({ view, rows: emptyFacts(), unit, seqs: [] }, [SERVICE], events);
}

function open(): StateView {
  const view = new StateView();
  for (const table of STATE_TABLES) view.cover(table, 'all');
  return view;
}

it('clears what that resolver says of that node, of before and of now, and what comes after stays', () => {
  const view = open();
  fold(view, [
    record(KELP, 'a', 'old'),
    record(KELP, 'a', 'other', address(6)),
    record(MOSS, 'a', 'moss'),
  ]);
  fold(view, [
    record(KELP, 'b', 'now'),
    cleared(KELP),
    record(KELP, 'c', 'late'),
    record(KELP, 'd', 'gone'),
    cleared(KELP, address(9)),
    record(KELP, 'd', ''),
  ]);
  expect(left(view)).toEqual(['a=moss', 'a=other', 'c=late']);
  fold(view, [cleared(KELP), cleared(KELP), record(KELP, 'c', 'new'), cleared(KELP)]);
  expect(left(view)).toEqual(['a=moss', 'a=other']);
});

it('asks the database for the records that are meant, not for all of a node, and not to clear them', () => {
  const events = [record(KELP, 'a', 'x'), cleared(MOSS)];
  const touched = NAMES.bind({ services: [SERVICE], events }).touches(unit);
  expect(touched.filter(({ table }) => table === 'name_record')).toEqual([
    { table: 'name_record', key: [0, KELP, address(4), RECORD.text, keccakOfText('a')] },
  ]);
  expect(touched.filter(({ table }) => table === 'name_clearing')).toEqual([
    { table: 'name_clearing', key: [0, KELP, address(4)] },
    { table: 'name_clearing', key: [0, MOSS, address(4)] },
  ]);
});

it('does not count what resolvers clear that nobody has named', () => {
  const view = open();
  fold(view, [cleared(KELP, address(9))]);
  expect(view.rowsIn('name_clearing')).toEqual([]);
});
