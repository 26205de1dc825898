import { createRoot } from 'react-dom/client';
import { pageLocale } from '../words.ts';
import { loadWords } from './words.ts';
import { VerifyForm } from './VerifyForm.tsx';
import './verify.css';

/** Puts the form in its place, which says what was chosen before. */
export async function mountForm(place: HTMLElement): Promise<void> {
  const words = await loadWords(pageLocale());
  const {
    address = '',
    compiler = '',
    license = '',
    evm = '',
    contract = '',
    back = '',
  } = place.dataset;
  const chosen = { compiler, license };
  createRoot(place).render(
    <VerifyForm
      address={address}
      chosen={chosen}
      evmDefault={evm}
      contractPath={contract}
      backPath={back}
      words={words}
    />,
  );
}
