import { useRef, useState, type ComponentType, type ReactNode } from 'react';
import { elementOf, type Draft } from '#contracts/abi/draft.ts';
import type { AbiParam } from '#filecoin/evm/abi.ts';
import { Field } from './Field.tsx';
import { useKnown } from './known.ts';
import { draftFields, draftText, emptyDraft, problemOf, problemWords } from './typed.ts';

/** What is typed for one parameter. */
export interface ValueProps {
  param: AbiParam;
  /** What it is called where the ABI has no name for it. */
  fallback: string;
  draft: Draft;
  onChange(draft: Draft): void;
  /** What lacks is told, too. */
  lacks: boolean;
  /** What the source says of it. */
  about?: string | null;
}

interface Props extends Omit<ValueProps, 'fallback'> {
  label: ReactNode;
  /** Draws an element. */
  Value: ComponentType<ValueProps>;
}

/** A list or a tuple: a field for each element, or all of them as one text (JSON). */
export function ListInput({ param, label, draft, onChange, lacks, about = null, Value }: Props) {
  const { words } = useKnown();
  const array = elementOf(param);
  // Elements keep their fields when one before them goes.
  const [keys, setKeys] = useState<readonly number[]>([]);
  const next = useRef(0);
  const asFields = typeof draft === 'string' ? draftFields(draft) : null;

  if (typeof draft === 'string') {
    const problem = problemOf(param, draft, lacks);
    const fields = draft.trim() === '' ? [] : asFields;
    return (
      <div>
        <Field
          label={label}
          wrong={problem === null ? null : problemWords(words, problem, param)}
          hint={about ?? words('interact.listHint')}
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={draft}
              onChange={(e) => onChange(e.currentTarget.value)}
            />
          )}
        </Field>
        <button
          type="button"
          className="panel-link"
          disabled={fields === null}
          onClick={() =>
            onChange(fields === null || fields.length === 0 ? emptyDraft(param) : fields)
          }
        >
          {words('interact.asFields')}
        </button>
      </div>
    );
  }

  const keyOf = (at: number): number => keys[at] ?? at - 1_000_000;
  const items = draft.map((item, at) => {
    const field = array === null ? param.components[at] : array.element;
    return { item, at, field: field ?? { ...param, type: 'string', components: [] } };
  });
  const change = (at: number, item: Draft): void => onChange(draft.with(at, item));
  const add = (): void => {
    if (array === null) return;
    next.current += 1;
    setKeys([...draft.map((_, at) => keyOf(at)), next.current]);
    onChange([...draft, emptyDraft(array.element)]);
  };
  const remove = (at: number): void => {
    setKeys(draft.map((_, each) => keyOf(each)).toSpliced(at, 1));
    onChange(draft.toSpliced(at, 1));
  };
  const open = array !== null && array.length === null;
  return (
    <fieldset className="panel-list">
      <legend>{label}</legend>
      {about !== null && <p className="panel-hint">{about}</p>}
      {items.map(({ item, at, field }) => (
        <div key={keyOf(at)} className="panel-item">
          <Value
            param={field}
            fallback={array === null ? words('interact.input', { n: at + 1 }) : `[${at}]`}
            draft={item}
            lacks={lacks}
            onChange={(changed) => change(at, changed)}
          />
          {open && (
            <button
              type="button"
              className="panel-link"
              aria-label={words('interact.removeItem', { n: at })}
              onClick={() => remove(at)}
            >
              {words('interact.remove')}
            </button>
          )}
        </div>
      ))}
      <p className="panel-ways">
        {open && (
          <button type="button" className="button" onClick={add}>
            {words('interact.add')}
          </button>
        )}
        <button type="button" className="panel-link" onClick={() => onChange(draftText(draft))}>
          {words('interact.asText')}
        </button>
      </p>
    </fieldset>
  );
}
