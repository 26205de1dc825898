/** Small behaviours of every page, without a framework. Everything works without them, only less well. */
import './clock.ts';
import './fragment.ts';
import './identifiers.ts';
import './leaving.ts';
import './menus.ts';
import './parts.ts';
import './search.ts';
import './theme.ts';
import { whenIdle } from './idle.ts';

whenIdle(() => {
  void import('./terms.ts').then(({ startTerms }) => {
    startTerms();
  });
  void import('../live/client.ts').then(({ startLive }) => {
    startLive();
  });
});
