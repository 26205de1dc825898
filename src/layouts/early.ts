import { createHash } from 'node:crypto';

/**
 * Runs before the first paint: the reader's theme and way of showing time, and a mark that scripts
 * run at all. Classic and inline, so that nothing flashes; the page's policy carries its hash.
 */
export const EARLY_SCRIPT =
  "(function(r){r.classList.add('js');try{var s=localStorage,t=s.getItem('theme');" +
  "if(t==='light'||t==='dark')r.dataset.theme=t;" +
  "if(s.getItem('time')==='absolute')r.dataset.time='absolute'}catch(e){}})(document.documentElement)";

export const EARLY_SCRIPT_HASH =
  `sha256-${createHash('sha256').update(EARLY_SCRIPT).digest('base64')}` as const;
