import { createRoot } from 'react-dom/client';
import { isLocale } from '#i18n/locales.ts';
import { ClaimDialog } from './ClaimDialog.tsx';
import { loadWords } from './words.ts';
import './claim.css';

/** Puts the dialog beside its button; answers how it is opened. Loaded when it is opened first. */
export async function mountClaim(place: HTMLElement, address: string): Promise<() => void> {
  const locale = document.documentElement.dataset['locale'] ?? 'en';
  const words = await loadWords(isLocale(locale) ? locale : 'en');
  const under = document.createElement('div');
  place.append(under);
  const root = createRoot(under);
  let opened = 0;
  return () => root.render(<ClaimDialog address={address} words={words} opened={++opened} />);
}
