import { createRoot } from 'react-dom/client';
import { ClaimDialog } from './ClaimDialog.tsx';
import { pageLocale } from '../locale.ts';
import { loadStyles } from './styles.ts';
import { loadWords } from './words.ts';

/** Puts the dialog beside its button; answers how it is opened. Loaded when it is opened first. */
export async function mountClaim(place: HTMLElement, address: string): Promise<() => void> {
  const [words] = await Promise.all([loadWords(pageLocale()), loadStyles()]);
  const under = document.createElement('div');
  place.append(under);
  const root = createRoot(under);
  let opened = 0;
  return () => root.render(<ClaimDialog address={address} words={words} opened={++opened} />);
}
