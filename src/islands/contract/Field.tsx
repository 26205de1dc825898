import { useId, type ReactNode } from 'react';

export interface Control {
  id: string;
  className: string;
  autoComplete: 'off';
  spellCheck: false;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface Props {
  label: ReactNode;
  /** What is wrong with it. */
  wrong: string | null;
  hint?: ReactNode;
  children(control: Control): ReactNode;
}

/** A field with its label, what helps to fill it in, and what is wrong with it. */
export function Field({ label, wrong, hint, children }: Props) {
  const id = useId();
  const described = [wrong === null ? [] : [`${id}-wrong`], hint == null ? [] : [`${id}-hint`]];
  return (
    <div className="panel-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: 'field',
        autoComplete: 'off',
        spellCheck: false,
        'aria-invalid': wrong !== null,
        'aria-describedby': described.flat().join(' ') || undefined,
      })}
      {wrong !== null && (
        <p className="panel-wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      {hint != null && (
        <p className="panel-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
