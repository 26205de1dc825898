import { useId, type ReactNode } from 'react';
import type { Words } from './words.ts';

interface Shared {
  label: string;
  /** By which what is wrong is told. */
  name: string;
  words: Words;
  hint?: string;
  error?: string | null;
  optional?: boolean;
}

interface Control {
  id: string;
  name: string;
  className: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** A field with its label, what helps to fill it in, and what is wrong with it. */
function Labelled({
  label,
  name,
  words,
  hint,
  error = null,
  optional,
  children,
}: Shared & { children: (control: Control) => ReactNode }) {
  const id = useId();
  const described = [
    error === null ? [] : [`${id}-error`],
    hint === undefined ? [] : [`${id}-hint`],
  ].flat();
  return (
    <div className="verify-field">
      <label htmlFor={id}>
        {label} {optional === true && <small>{words('verify.asked.optional')}</small>}
      </label>
      {children({
        id,
        name,
        className: 'field',
        'aria-invalid': error !== null,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
      })}
      {error !== null && (
        <p className="verify-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="verify-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface TextProps extends Shared {
  value: string;
  onChange(value: string): void;
  /** Several lines. */
  long?: boolean;
  numeric?: boolean;
}

export function TextField({ value, onChange, long, numeric, ...shared }: TextProps) {
  const given = {
    value,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <Labelled {...shared}>
      {(control) =>
        long === true ? (
          <textarea {...control} {...given} rows={3} />
        ) : (
          <input
            {...control}
            {...given}
            type="text"
            inputMode={numeric === true ? 'numeric' : 'text'}
          />
        )
      }
    </Labelled>
  );
}

interface ChoiceProps<Value extends string> extends Shared {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange(value: Value): void;
}

export function ChoiceField<Value extends string>({
  value,
  options,
  onChange,
  ...shared
}: ChoiceProps<Value>) {
  return (
    <Labelled {...shared}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.currentTarget.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

interface SwitchProps {
  label: string;
  name: string;
  checked: boolean;
  onChange(checked: boolean): void;
}

export function Switch({ label, name, checked, onChange }: SwitchProps) {
  return (
    <label className="verify-switch">
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
