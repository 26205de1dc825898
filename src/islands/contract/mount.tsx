import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import type { Offered } from '#contracts/abi/panel.ts';
import { pageQueries } from '../queries/client.ts';
import { pageLocale } from '../locale.ts';
import { Known } from './known.ts';
import { panelContextOf } from './panelContext.ts';
import { loadWords } from './words.ts';
import './panel.css';

/** Puts a panel in the place of what the server drew of it. */
export async function mountPanel(element: HTMLElement): Promise<void> {
  const place = panelContextOf(element);
  const [words, offered, { Panel }] = await Promise.all([
    loadWords(pageLocale()),
    functionsOf(place.source),
    place.mode === 'write' ? import('./write/WritePanel.tsx') : import('./ReadPanel.tsx'),
  ]);
  element.replaceChildren();
  createRoot(element).render(
    <QueryClientProvider client={pageQueries()}>
      <Known value={{ place, words }}>
        <Panel offered={offered} />
      </Known>
    </QueryClientProvider>,
  );
}

async function functionsOf(url: string): Promise<Offered> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} from ${url}`);
  // Made by `offered` on the site's own server.
  const told: Offered = await answer.json();
  return told;
}
