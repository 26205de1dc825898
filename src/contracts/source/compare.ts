/** Two sets of sources side by side, and the lines in which two files differ. */
import { diffArrays } from 'diff';

export type FileState = 'equal' | 'differs' | 'left' | 'right';

export interface ComparedFile {
  readonly name: string;
  /** `left` and `right`: only there. */
  readonly state: FileState;
}

type Files = ReadonlyMap<string, string>;

const withoutEnds = (text: string): string => text.replaceAll('\r\n', '\n');

/** Files by their names, those of the left in its order, then what only the right has. */
export function compareFiles(left: Files, right: Files): readonly ComparedFile[] {
  const compared = [...left].map(([name, text]): ComparedFile => {
    const other = right.get(name);
    if (other === undefined) return { name, state: 'left' };
    return { name, state: withoutEnds(text) === withoutEnds(other) ? 'equal' : 'differs' };
  });
  const added = [...right.keys()].filter((name) => !left.has(name));
  return [...compared, ...added.map((name): ComparedFile => ({ name, state: 'right' }))];
}

/** Which is shown until another is asked for: the contract's own where it differs, else the first that does. */
export function firstShown(
  files: readonly ComparedFile[],
  own: string | null,
): ComparedFile | null {
  const differing = files.filter(({ state }) => state === 'differs');
  return differing.find(({ name }) => name === own) ?? differing[0] ?? null;
}

export type DiffRow =
  | {
      readonly kind: 'same' | 'left' | 'right';
      /** Numbers of the line, from 1; null where it is not there. */
      readonly left: number | null;
      readonly right: number | null;
      readonly text: string;
    }
  /** Lines that are equal and left out. */
  | { readonly kind: 'gap'; readonly count: number };

/** Lines of a file, and changes, with which two are compared line by line. */
const MAX_LINES = 20_000;
const MAX_CHANGES = 600;
/** Equal lines that are shown before and after a change. */
const AROUND = 3;

/**
 * The lines in which two files differ, with a few equal ones around them; null when they are too
 * long or too different for that.
 */
export function diffRows(left: string, right: string): readonly DiffRow[] | null {
  const [before, after] = [left, right].map((text) => withoutEnds(text).split('\n'));
  if (before === undefined || after === undefined) return null;
  if (before.length > MAX_LINES || after.length > MAX_LINES) return null;
  const changes = diffArrays(before, after, { maxEditLength: MAX_CHANGES });
  if (changes === undefined) return null;
  const rows: DiffRow[] = [];
  let l = 1;
  let r = 1;
  changes.forEach(({ value, added, removed }, index) => {
    if (!added && !removed) {
      const head = index === 0 ? 0 : AROUND;
      const tail = index === changes.length - 1 ? 0 : AROUND;
      const hidden = value.length - head - tail;
      value.forEach((text, n) => {
        const shown = hidden <= 1 || n < head || n >= value.length - tail;
        if (shown) rows.push({ kind: 'same', left: l, right: r, text });
        else if (n === head) rows.push({ kind: 'gap', count: hidden });
        l++;
        r++;
      });
      return;
    }
    for (const text of value)
      rows.push(
        removed
          ? { kind: 'left', left: l++, right: null, text }
          : { kind: 'right', left: null, right: r++, text },
      );
  });
  return rows;
}
