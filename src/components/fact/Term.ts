/**
 * A label; with a `term` of the glossary it is underlined with dots where one points or tabs, opens its
 * definition by mouse, touch and keyboard (a popover, no script), and from there leads to the glossary;
 * `made` adds what a derived figure is made of now. What many rows say (`once`) is defined where it comes first, for all
 * of them; that place must be one that is seen.
 */
import { formatInt } from '#format/number.ts';
import { paths } from '#format/paths.ts';
import { sentenceGap } from '#i18n/page.ts';
import { attribute, component, type Page, textOf } from '../component.ts';
import { definitionId, sharedDefinition } from './definitions.ts';
import type { Derivation } from './derivation.ts';
import { labelOf, type Named, type TermName } from './terms.ts';

type Props = Named & {
  made?: Derivation | undefined;
  once?: boolean;
};

/** Its HTML, for components that are functions themselves. */
export function termHtml({ made, once = false, ...named }: Props, page: Page): string {
  const { term } = named;
  const label = labelOf(page.t, named);
  if (term === undefined) return textOf(label);
  const shared = once ? sharedDefinition(page.request, term) : null;
  const id = shared?.id ?? definitionId(page.request, term);
  const button = `<button class="term" type="button"${attribute('popovertarget', id)}>${textOf(label)}</button>`;
  if (shared?.there === true) return button;
  const { told, more } = definitionOf(page.t, term);
  const derived = made === undefined ? '' : madeHtml(made, page);
  return `${button}<span class="definition"${attribute('id', id)} popover>${told}${derived}${more}</span>`;
}

/** What is the same of a definition wherever it stands: what is told, and the way to the glossary. */
interface DefinitionHtml {
  told: string;
  more: string;
}

const definitions = new Map<string, DefinitionHtml>();

function definitionOf(t: Page['t'], term: TermName): DefinitionHtml {
  const key = `${t.lang} ${term}`;
  const known = definitions.get(key);
  if (known !== undefined) return known;
  const how = t.maybe(`glossary.${term}.how`);
  const definition: DefinitionHtml = {
    told: [
      `<strong>${textOf(t(`glossary.${term}.name`))}</strong>`,
      `<span>${textOf(t(`glossary.${term}.text`))}</span>`,
      how === null
        ? ''
        : `<span class="definition-how"><em>${textOf(t('common.howComputed'))}</em>${sentenceGap(t.lang)}${textOf(how)}</span>`,
    ].join(''),
    more: `<a${attribute('href', paths.glossary(t.lang, term))}>${textOf(t('wiki.more'))}</a>`,
  };
  definitions.set(key, definition);
  return definition;
}

function madeHtml({ inputs: all = [], call }: Derivation, { t, locals }: Page): string {
  const inputs = all.filter(([, value]) => value !== undefined);
  const height = locals.head?.height;
  return [
    '<span class="definition-how">',
    inputs.length > 0 && height !== undefined
      ? `<em>${textOf(t('inputs.atHeight', { height: formatInt(height) }))}</em>`
      : '',
    ...inputs.map(
      ([name, value = '']) =>
        `<span class="definition-input">${textOf(name)} <b>${textOf(value)}</b></span>`,
    ),
    `<span><em>${textOf(t('inputs.call'))}</em>${sentenceGap(t.lang)}<a${attribute('href', paths.api(call))}><code>${textOf(call)}</code></a></span>`,
    '</span>',
  ].join('');
}

export default component(termHtml);
