import { useId } from 'react';
import type { Field } from '#claims/refused.ts';
import type { Words } from './words.ts';

interface Props {
  field: Field;
  words: Words;
  value: string;
  onChange(value: string): void;
  /** What is wrong with it. */
  error: string | null;
  hint?: string;
  required?: boolean;
  /** Several lines. */
  long?: boolean;
}

/** A field with its label, what helps to fill it in, and what is wrong with it. */
export function Input({ field, words, value, onChange, error, hint, required, long }: Props) {
  const id = useId();
  const described = [error === null ? [] : `${id}-error`, hint === undefined ? [] : `${id}-hint`];
  const shared = {
    id,
    name: field,
    className: 'field',
    value,
    autoComplete: field === 'contact' ? 'email' : 'off',
    spellCheck: false,
    'aria-required': required === true,
    'aria-invalid': error !== null,
    'aria-describedby': described.flat().join(' ') || undefined,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <div className={long === true ? 'claim-field claim-wide' : 'claim-field'}>
      <label htmlFor={id}>
        {words(`claim.field.${field}`)}{' '}
        {required === true ? (
          <span className="claim-star" aria-hidden="true">
            *
          </span>
        ) : (
          <small>{words('claim.optional')}</small>
        )}
      </label>
      {long === true ? <textarea {...shared} rows={3} /> : <input {...shared} type="text" />}
      {error !== null && (
        <p className="claim-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="claim-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
