import { useState } from 'react';
import { useKnown } from './known.ts';

const SHOWN_MS = 2000;

/** Copies an address of this page; `link` tells it when asked. */
export function CopyLink({ link }: { link(): URL }) {
  const { words } = useKnown();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(link().href);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button type="button" className="panel-link" onClick={() => void copy()}>
      {words(copied ? 'interact.copied' : 'interact.copyLink')}
    </button>
  );
}
