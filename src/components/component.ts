/**
 * Components that are functions to HTML, for what stands on a page dozens of times. A component's own
 * template costs several times its text: an element whose name is a variable and a custom element each
 * make all that stands around them wait for a promise. They are used as any other component; what they
 * write is escaped by `textOf` and `attribute`, as Astro does.
 */
import type { SSRResult } from 'astro';
import { createComponent } from 'astro/runtime/server/index.js';
import { tOf } from '#i18n/page.ts';
import type { Translate } from '#i18n/translate.ts';
import { htmlAsItIs, renderTemplate } from './runtime.ts';

export { textOf } from '#format/html.ts';

/** What such a component sees of its page. */
export interface Page {
  t: Translate;
  locals: App.Locals;
  request: Request;
}

/** How a component is used in a template. */
export type Component<P> = (props: P) => ReturnType<typeof renderTemplate>;

type Slots = Readonly<Record<string, ((result: SSRResult) => unknown) | undefined>>;

const pages = new WeakMap<SSRResult, Page>();

function pageOf(result: SSRResult): Page {
  const known = pages.get(result);
  if (known !== undefined) return known;
  const astro = result.createAstro({}, null);
  const page = { t: tOf(astro), locals: astro.locals, request: astro.request };
  pages.set(result, page);
  return page;
}

/** A component without content: all of its HTML. */
export function component<P>(make: (props: P, page: Page) => string): Component<P>;
export function component<P>(make: (props: P, page: Page) => string): unknown {
  return createComponent((result: SSRResult, props: P) => htmlAsItIs(make(props, pageOf(result))));
}

/** A component around its content: the HTML before it and behind it. */
export function wrapper<P>(
  make: (props: P, page: Page) => readonly [before: string, behind: string],
): Component<P>;
export function wrapper<P>(
  make: (props: P, page: Page) => readonly [before: string, behind: string],
): unknown {
  return createComponent((result: SSRResult, props: P, slots: Slots) => {
    const [before, behind] = make(props, pageOf(result));
    return renderTemplate`${htmlAsItIs(before)}${slots.default?.(result)}${htmlAsItIs(behind)}`;
  });
}

/** An attribute with the space before it; nothing where it has no value. */
export function attribute(name: string, value: string | null | undefined): string {
  if (value === undefined || value === null) return '';
  if (value === '') return ` ${name}`;
  return ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}
