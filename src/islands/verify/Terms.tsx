import { useId } from 'react';
import type { Words } from './words.ts';

interface Props {
  agreed: boolean;
  words: Words;
  error: string | null;
  onChange(agreed: boolean): void;
}

/** The terms, and that they are agreed to: nobody has to come here by the step that asks first. */
export function Terms({ agreed, words, error, onChange }: Props) {
  const id = useId();
  return (
    <div className="verify-terms">
      <label className="verify-switch">
        <input
          type="checkbox"
          name="terms"
          required
          checked={agreed}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {words('verify.terms')}
      </label>
      {error !== null && (
        <p className="verify-error" id={id}>
          {error}
        </p>
      )}
      <details className="verify-card opens">
        <summary>{words('verify.termsWhat')}</summary>
        <p>{words('verify.termsText')}</p>
      </details>
    </div>
  );
}
