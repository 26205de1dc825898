import { useState, type ReactNode } from 'react';
import { scaled } from '#contracts/abi/draft.ts';
import { formatInt } from '#format/number.ts';
import { Field } from './Field.tsx';
import { useKnown } from './known.ts';
import { UNITS, unitName } from './typed.ts';

interface Props {
  label: ReactNode;
  /** The integer, as it was typed. */
  text: string;
  onChange(text: string): void;
  /** What is wrong with it. */
  wrong: string | null;
  hint?: ReactNode;
  /** Decimals of the unit that is offered first. */
  units: number;
}

/** An integer, typed as it is or in a unit of so many decimals. */
export function AmountInput({ label, text, onChange, wrong, hint, units }: Props) {
  const { place, words } = useKnown();
  const [decimals, setDecimals] = useState(units);
  const [typed, setTyped] = useState(text);
  const change = (next: string, by: number): void => {
    setTyped(next);
    setDecimals(by);
    // What is no amount of the unit stays as it is typed, which is no integer.
    onChange(by === 0 || next.trim() === '' ? next : (scaled(next, by)?.toString() ?? `${next}?`));
  };
  const plain = decimals === 0 || wrong !== null || !/^-?\d+$/.test(text) ? null : BigInt(text);
  return (
    <Field label={label} wrong={wrong} hint={plain === null ? hint : <>= {formatInt(plain)}</>}>
      {(control) => (
        <span className="panel-amount">
          <input
            {...control}
            type="text"
            inputMode={decimals === 0 ? 'text' : 'decimal'}
            value={typed}
            onChange={(e) => change(e.currentTarget.value, decimals)}
          />
          <select
            className="field"
            aria-label={words('interact.unit')}
            value={decimals}
            onChange={(e) => change(typed, Number(e.currentTarget.value))}
          >
            {UNITS.map((each) => (
              <option key={each} value={each}>
                {unitName(each, place.network.currency)}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}
