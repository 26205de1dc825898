/** The languages of the page, as a menu. */
import { inLanguage } from '#format/paths.ts';
import { LOCALES, LOCALE_NAMES } from '#i18n/locales.ts';
import { attribute, component, textOf } from '../component.ts';
import { iconHtml } from '../Icon.ts';

interface Props {
  /** Where the page stands. */
  url: URL;
  /** The query of its address where `url` does not have it: `?address=…`. */
  search?: string | null;
}

export default component(({ url, search }: Props, { t }) => {
  const items = LOCALES.map((lang) => {
    const href = attribute('href', inLanguage(url, lang) + (search ?? ''));
    const current = attribute('aria-current', lang === t.lang ? 'true' : undefined);
    return `<li><a class="menu-item"${href} hreflang="${lang}" lang="${lang}" data-language="${lang}"${current}>${textOf(LOCALE_NAMES[lang])}</a></li>`;
  });
  return [
    '<site-menu><details class="menu menu-end language" name="main-menu">',
    `<summary${attribute('aria-label', t('shell.language'))}>${iconHtml({ name: 'globe' })}`,
    `<span class="language-name">${textOf(LOCALE_NAMES[t.lang])}</span></summary>`,
    `<ul class="menu-panel">${items.join('')}</ul></details></site-menu>`,
  ].join('');
});
