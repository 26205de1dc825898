import { useState } from 'react';
import type { Words } from './words.ts';

const SHOWN_MS = 2000;

interface Props {
  label: string;
  text: string;
  words: Words;
}

/** A text to be taken elsewhere, with a button that copies it. */
export function Copied({ label, text, words }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const said = words(copied ? 'claim.copied' : 'claim.copy');
  return (
    <div className="claim-block">
      <div className="claim-block-head">
        <span>{label}</span>
        <button
          className="button"
          type="button"
          aria-label={`${said}: ${label}`}
          onClick={() => void copy()}
        >
          {said}
        </button>
      </div>
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
