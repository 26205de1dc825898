import { createRoot } from 'react-dom/client';
import { isLocale } from '#i18n/locales.ts';
import { Search } from './Search.tsx';
import { readTexts } from './texts.ts';

export interface SearchPlace {
  /** The element around all of it. */
  box: HTMLElement;
  form: HTMLFormElement;
  /** The page's own input; it stays, so that the caret and what was typed stay too. */
  input: HTMLInputElement;
  /** Where the island draws. */
  under: HTMLElement;
  /** Its words, as JSON. */
  texts: string;
  locale: string;
}

/** Puts the search island under its box. Loaded on the box's first focus. */
export function mountSearch({ box, form, input, under, texts, locale }: SearchPlace): void {
  createRoot(under).render(
    <Search
      box={box}
      form={form}
      input={input}
      texts={readTexts(texts)}
      locale={isLocale(locale) ? locale : 'en'}
    />,
  );
}
