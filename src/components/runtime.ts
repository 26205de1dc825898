/**
 * What the templates are compiled to call, in place of `astro/compiler-runtime` (astro.config.mjs). Astro
 * makes an instance of every component and a promise of every slot, for pages that are sent while they
 * are rendered. Ours are whole before they are sent (adapter.ts): a template all of whose parts are there
 * is put together at once. Anything else (islands, scripts, components that wait) is left to Astro.
 */
import type { SSRResult } from 'astro';
import {
  escapeHTML,
  Fragment,
  HTMLString,
  markHTMLString,
  maybeRenderHead as astroMaybeRenderHead,
  renderComponent as astroRenderComponent,
  type renderSlot as astroRenderSlot,
  renderTemplate as astroRenderTemplate,
} from 'astro/runtime/server/index.js';

export * from 'astro/compiler-runtime';
export { renderTemplate as render };

type Template = ReturnType<typeof astroRenderTemplate>;
type Slot = Parameters<typeof astroRenderSlot>[1];
type Slots = NonNullable<Parameters<typeof astroRenderComponent>[4]>;
type Factory = (result: SSRResult, props: object, slots: Slots) => unknown;

/** A template that is whole: what Astro asks of one, besides its HTML. */
class Whole {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
  get [Symbol.for('astro.renderTemplateResult')](): true {
    return true;
  }
  get htmlParts(): string[] {
    return [this.html];
  }
  get expressions(): unknown[] {
    return [];
  }
  render(destination: { write(chunk: HTMLString): void }): void {
    destination.write(markHTMLString(this.html));
  }
}

/** HTML that is put into the page as it stands. */
export function htmlAsItIs(html: string): Template;
export function htmlAsItIs(html: string): unknown {
  return new Whole(html);
}

/** A template's static parts and what stands between them. */
export function renderTemplate(parts: TemplateStringsArray, ...between: unknown[]): Template;
export function renderTemplate(parts: TemplateStringsArray, ...between: unknown[]): unknown {
  let html = parts[0] ?? '';
  for (let at = 0; at < between.length; at++) {
    const text = htmlOf(between[at]);
    if (text === null) return unready(parts, between);
    html += text + (parts[at + 1] ?? '');
  }
  return new Whole(html);
}

/** Of a template that waits for some of its parts, or has some that only Astro renders. */
function unready(parts: TemplateStringsArray, between: readonly unknown[]): unknown {
  if (between.some((part) => part instanceof Promise))
    return awaited(Promise.all(between).then((all) => renderTemplate(parts, ...all)));
  return astroRenderTemplate(parts, ...between);
}

/** What a template waits for: where another of its parts fails first, nobody hears that this one fails too. */
function awaited(part: unknown): unknown {
  if (part instanceof Promise) part.catch(() => undefined);
  return part;
}

/** As Astro writes it (renderChild); null if it is not there yet, or not ours. */
function htmlOf(value: unknown): string | null {
  if (typeof value === 'string') return escapeHTML(value);
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Whole) return value.html;
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value);
  if (Array.isArray(value)) return htmlOfAll(value);
  // Those with instructions for the page are of a class of their own.
  return Object.getPrototypeOf(value) === HTMLString.prototype ? String(value) : null;
}

function htmlOfAll(values: readonly unknown[]): string | null {
  let html = '';
  for (const value of values) {
    const text = htmlOf(value);
    if (text === null) return null;
    html += text;
  }
  return html;
}

function isFactory(component: unknown): component is Factory {
  return typeof component === 'function' && 'isAstroComponentFactory' in component;
}

/** Of a component what it returns. */
export function renderComponent(
  result: SSRResult,
  name: string,
  component: unknown,
  props: object,
  slots: Slots = {},
): unknown {
  if (component === Fragment) return slots['default']?.(result);
  const plain = isFactory(component) && !('class:list' in props || 'server:defer' in props);
  // Where components bring styles of their own to the head, Astro has to know them before.
  if (!plain || result._metadata.routeHasPropagation)
    return awaited(astroRenderComponent(result, name, component, props, slots));
  return awaited(component(result, props, slots));
}

/** What stands in a slot, or else in its place. */
export function renderSlot(result: SSRResult, slot?: Slot, fallback?: Slot): unknown {
  const given = slot ?? fallback;
  return typeof given === 'function' ? given(result) : given;
}

/** Styles come before the first element of a page that has no head; all of ours have one. */
export function maybeRenderHead(result: SSRResult): unknown {
  return result._metadata.headInTree ? '' : astroMaybeRenderHead();
}
