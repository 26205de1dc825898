import { createRoot } from 'react-dom/client';
import { pageLocale } from '../locale.ts';
import { releasesOf } from './releases.ts';
import { loadWords } from './words.ts';
import { VerifyForm } from './VerifyForm.tsx';
import './verify.css';

/** Puts the form in its place, which says what was chosen with its address. */
export async function mountForm(place: HTMLElement): Promise<void> {
  const words = await loadWords(pageLocale());
  const {
    address = '',
    compiler = '',
    license = '',
    coded = '',
    releases = '',
    contract = '',
  } = place.dataset;
  createRoot(place).render(
    <VerifyForm
      address={address}
      compiler={compiler}
      license={license}
      coded={coded}
      releases={releasesOf(releases)}
      contractPath={contract}
      words={words}
    />,
  );
}
