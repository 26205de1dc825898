import { useEffect, useId, useRef, useState } from 'react';
import { paths } from '#format/paths.ts';
import type { Thing } from '#format/thing.ts';
import { thingPath } from '#format/thingPath.ts';
import type { Locale } from '#i18n/locales.ts';
import { Panel, optionId } from './Panel.tsx';
import { recentThings, rememberThing } from './recent.ts';
import {
  askSuggestions,
  grouped,
  knownSuggestions,
  opened,
  type Suggestion,
} from './suggestions.ts';
import type { SearchTexts } from './texts.ts';

interface Props {
  /** The box with its form, its input and this island: focus inside keeps the list open. */
  box: HTMLElement;
  form: HTMLFormElement;
  input: HTMLInputElement;
  texts: SearchTexts;
  locale: Locale;
}

/** Typing settles for so long before the server is asked. */
const PAUSE_MS = 130;

/** What the server said of a text. */
interface Suggested {
  text: string;
  list: readonly Suggestion[] | 'failed';
}

/** Suggestions while typing, what was found lately before that, and the way to what Enter names. */
export function Search({ box, form, input, texts, locale }: Props) {
  const listId = useId();
  const [text, setText] = useState(() => input.value.trim());
  const [open, setOpen] = useState(() => document.activeElement === input);
  const [told, setTold] = useState<Suggested | null>(null);
  const [recent, setRecent] = useState<readonly Thing[]>(recentThings);
  /** The place that the arrow keys went to in what is listed for a text. */
  const [moved, setMoved] = useState<{ text: string; at: number } | null>(null);
  const [working, setWorking] = useState(false);
  const [failed, setFailed] = useState(false);

  const answer = text === '' ? [] : told?.text === text ? told.list : 'waiting';
  const list = typeof answer === 'string' ? [] : answer;
  // In the order in which they stand under their kinds.
  const options = grouped<Thing>(text === '' ? recent : list).flatMap(([, things]) => things);
  // What Enter opens stands first in the list.
  const active = moved?.text === text ? moved.at : opened(list) === undefined ? -1 : 0;

  // It changes nothing before the answer is there: React gives up where each of fifty keys that
  // come without a pause leaves a change for later.
  const asked = text !== '' && told?.text !== text;
  useEffect(() => {
    if (!asked) return;
    const stale = new AbortController();
    const show = (next: Suggested['list']): void => {
      if (stale.signal.aborted) return;
      setTold({ text, list: next });
      setMoved(null);
    };
    const timer = setTimeout(() => {
      askSuggestions(text, stale.signal).then(show, () => show('failed'));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stale.abort();
    };
  }, [text, asked]);

  const go = (thing: Thing): void => {
    rememberThing(thing);
    setOpen(false);
    setWorking(true);
    location.assign(thingPath(locale, thing.kind, thing.id));
  };

  /** To what the text stands for; else to the page that says what was understood. */
  const look = async (wanted: string): Promise<void> => {
    setFailed(false);
    setWorking(true);
    try {
      const found = opened(await askSuggestions(wanted, new AbortController().signal));
      if (found !== undefined) go(found);
      else location.assign(paths.search(locale, wanted));
    } catch {
      setWorking(false);
      setFailed(true);
    }
  };

  const handlers = useRef({ enter: () => {}, key: (_event: KeyboardEvent) => {} });
  handlers.current = {
    enter: () => {
      const wanted = input.value.trim();
      const chosen = open && wanted === text ? options[active] : undefined;
      if (working) return;
      if (chosen !== undefined) go(chosen);
      else if (wanted !== '') void look(wanted);
    },
    key: (event) => {
      const { key, isComposing } = event;
      if (isComposing) return;
      if (key === 'Escape' && open) {
        setOpen(false);
        event.preventDefault();
      }
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      event.preventDefault();
      setOpen(true);
      const step = key === 'ArrowDown' ? 1 : -1;
      // One place beyond the options stands for the text itself.
      const places = options.length + 1;
      setMoved({ text, at: ((active + 1 + step + places) % places) - 1 });
    },
  };

  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const typed = (): void => {
      const now = input.value.trim();
      const known = knownSuggestions(now);
      setText(now);
      // A failure is not kept: the same text is asked for again.
      setTold((last) => (last?.text === now ? last : known ? { text: now, list: known } : null));
      setMoved((last) => (last?.text === now ? last : null));
      setOpen(true);
      setFailed(false);
    };
    input.addEventListener('input', typed, { signal });
    input.addEventListener('focus', typed, { signal });
    input.addEventListener('keydown', (event) => handlers.current.key(event), { signal });
    box.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) setOpen(false);
      },
      { signal },
    );
    form.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        handlers.current.enter();
      },
      { signal },
    );
    // Coming back to this page from the one found: the overlay must not be there any more.
    addEventListener('pageshow', () => setWorking(false), { signal });
    return () => {
      leave.abort();
    };
  }, [box, form, input]);

  const shown = open && (text !== '' || recent.length > 0);
  useEffect(() => {
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', listId);
    input.setAttribute('aria-expanded', String(shown));
    if (shown && active >= 0) input.setAttribute('aria-activedescendant', optionId(listId, active));
    else input.removeAttribute('aria-activedescendant');
    if (shown)
      document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [input, listId, shown, active]);

  return (
    <>
      <Panel
        {...{ listId, text, options, active, texts, locale, shown }}
        state={typeof answer === 'string' ? answer : 'ready'}
        onChoose={go}
        onRetry={() => {
          setTold(null);
          input.focus();
        }}
        onForget={() => {
          setRecent([]);
          input.focus();
        }}
      />
      {working && (
        <div className="search-overlay" role="status">
          <span className="spinner" />
          {texts.working}
        </div>
      )}
      {failed && (
        <p className="toast" role="alert">
          {texts.failed}{' '}
          <button type="button" className="search-again" onClick={() => handlers.current.enter()}>
            {texts.retry}
          </button>
        </p>
      )}
    </>
  );
}
