import { useEffect, useRef, useState } from 'react';
import { paths } from '#format/paths.ts';
import type { Locale } from '#i18n/locales.ts';
import { classify } from './classify.ts';
import { find } from './find.ts';
import type { SearchTexts } from './texts.ts';

interface Props {
  form: HTMLFormElement;
  input: HTMLInputElement;
  texts: SearchTexts;
  locale: Locale;
}

/** What a pasted thing is, the overlay while it is looked for, and the word when that failed. */
export function Search({ form, input, texts, locale }: Props) {
  const [text, setText] = useState(() => input.value.trim());
  const [open, setOpen] = useState(() => document.activeElement === input);
  const [working, setWorking] = useState(false);
  const [failed, setFailed] = useState(false);
  const busy = useRef(false);

  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const typed = (): void => {
      setText(input.value.trim());
      setOpen(true);
      setFailed(false);
    };
    const look = async (wanted: string): Promise<void> => {
      if (busy.current) return;
      busy.current = true;
      setWorking(true);
      setFailed(false);
      try {
        location.assign((await find(wanted, locale)) ?? paths.search(locale, wanted));
      } catch {
        setFailed(true);
        setWorking(false);
      } finally {
        busy.current = false;
      }
    };
    input.addEventListener('input', typed, { signal });
    input.addEventListener('focus', typed, { signal });
    input.addEventListener('blur', () => setOpen(false), { signal });
    input.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') setOpen(false);
      },
      { signal },
    );
    form.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        const wanted = input.value.trim();
        if (wanted !== '') void look(wanted);
      },
      { signal },
    );
    // Coming back to this page from the one found: the overlay must not be there any more.
    addEventListener('pageshow', () => setWorking(false), { signal });
    return () => {
      leave.abort();
    };
  }, [form, input, locale]);

  const { kind, flaw } = classify(text);
  return (
    <>
      {open && text !== '' && (
        <div className="search-panel" role="status">
          <p>
            <span className="search-note">{texts.looksLike}</span>
            <span
              className={`badge ${kind === 'text' || flaw !== null ? 'badge-warn' : 'badge-accent'}`}
            >
              {texts.kinds[kind]}
            </span>
            {flaw === null && kind !== 'text' && <span className="search-note">{texts.enter}</span>}
          </p>
          {flaw !== null && (
            <p className="search-note">
              {flaw === 'checksum' ? texts.badChecksum : texts.badLength}
            </p>
          )}
        </div>
      )}
      {working && (
        <div className="search-overlay" role="status">
          <span className="spinner" />
          {texts.working}
        </div>
      )}
      {failed && (
        <p className="toast" role="alert">
          {texts.failed}
        </p>
      )}
    </>
  );
}
