/** Templates say what Astro would have made of them. */
import type { SSRResult } from 'astro';
import {
  createComponent,
  Fragment,
  markHTMLString,
  renderHead,
  renderTemplate as astroTemplate,
} from 'astro/runtime/server/index.js';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { component, textOf, wrapper } from './component.ts';
import {
  htmlAsItIs,
  maybeRenderHead,
  renderComponent,
  renderSlot,
  renderTemplate,
} from './runtime.ts';

interface Rendered {
  render(destination: { write(chunk: unknown): void }): unknown;
}

/** What comes of a template; instructions for the page as their type. */
async function written(template: unknown): Promise<string> {
  let html = '';
  const write = (chunk: unknown): void => {
    const instruction = typeof chunk === 'object' && chunk !== null && 'type' in chunk;
    html += instruction ? `[${String(chunk.type)}]` : String(chunk);
  };
  await ((await template) as Rendered).render({ write });
  return html;
}

/** A page as far as components see it. */
function pageOf({ headInTree = true, routeHasPropagation = false } = {}): SSRResult {
  const url = new URL('http://localhost/en');
  const astro = { url, locals: {}, request: new Request(url), currentLocale: 'en' };
  const metadata = { headInTree, routeHasPropagation, propagators: new Set() };
  const result = { _metadata: metadata, clientDirectives: new Map(), createAstro: () => astro };
  return result as unknown as SSRResult;
}

const page = pageOf();

/** A promise and a template, made anew for each of the two. */
class Later {
  readonly inner: unknown;
  constructor(inner: unknown) {
    this.inner = inner;
  }
}
class Nested extends Later {}

const leaf = fc.oneof(
  fc.string(),
  fc.constantFrom('<b>&"\'', '한국어', ''),
  fc.constantFrom(0, -0, 7, 1.5, NaN, 0n, 3n, true, false, null, undefined),
  fc.string().map((text) => markHTMLString(text)),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('value').map((inner) => new Later(inner)),
    tie('value').map((inner) => new Nested(inner)),
    tie('value').map((inner) => () => inner),
  ),
}));

type Make = (parts: TemplateStringsArray, ...between: unknown[]) => unknown;

function filled(value: unknown, make: Make): unknown {
  if (value instanceof Nested) return make`<i>${filled(value.inner, make)}</i>`;
  if (value instanceof Later) return Promise.resolve(filled(value.inner, make));
  return Array.isArray(value) ? value.map((one) => filled(one, make)) : value;
}

test('whatever stands between its parts, a template is what Astro writes', async () => {
  await fc.assert(
    fc.asyncProperty(value, value, async (a, b) => {
      const of = (make: Make): unknown => make`<p>${filled(a, make)}|${filled(b, make)}</p>`;
      expect(await written(of(renderTemplate))).toBe(await written(of(astroTemplate)));
    }),
  );
});

test('instructions for the page are left to Astro, where they stand', async () => {
  const head = renderTemplate`<head>${renderHead()}</head>`;
  expect(await written(renderTemplate`${'<'}${head}<body>${[head, 1]}</body>`)).toBe(
    '&lt;<head>[head]</head><body><head>[head]</head>1</body>',
  );
});

test('what fails late fails the template', async () => {
  const failed = Promise.reject(new Error('gone'));
  await expect(written(renderTemplate`<p>${failed}</p>`)).rejects.toThrow('gone');
});

test('what fails late beside what fails at once fails nothing else', async () => {
  const Late = createComponent(() => Promise.reject(new Error('late')));
  const Broken = component(() => {
    throw new Error('at once');
  });
  const late = () => renderTemplate`<p>${renderComponent(page, 'Late', Late, {})}</p>`;
  const broken = () => renderComponent(page, 'Broken', Broken, {});
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  expect(() => renderTemplate`${late()}${broken()}`).toThrow('at once');
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
});

test('a head is asked for where the page has none', () => {
  expect(maybeRenderHead(page)).toBe('');
  expect(maybeRenderHead(pageOf({ headInTree: false }))).toMatchObject({ type: 'maybe-head' });
});

const Amount = component(({ of }: { of: string }) => `<b>${textOf(of)}</b>`);
const Fact = wrapper(({ name }: { name: string }) => [`<dt>${textOf(name)}</dt><dd>`, '</dd>']);
const Card = createComponent((result: SSRResult, { title }: { title: string }, slots) => {
  const content = renderSlot(result, slots.default, () => renderTemplate`nothing`);
  return renderTemplate`<h2>${title}</h2>${content}`;
});

test('components are what they return, their content where they put it', async () => {
  const amount = () => renderTemplate`${renderComponent(page, 'Amount', Amount, { of: '<1' })}`;
  const facts = () =>
    renderTemplate`${renderComponent(page, 'Fact', Fact, { name: 'a&b' }, { default: amount })}`;
  const fragment = () => renderComponent(page, 'Fragment', Fragment, {}, { default: facts });
  const card = renderComponent(page, 'Card', Card, { title: '"' }, { default: fragment as never });
  const html = '<h2>&quot;</h2><dt>a&amp;b</dt><dd><b>&lt;1</b></dd>';
  expect(await written(renderTemplate`${card}`)).toBe(html);
  const none = renderComponent(page, 'Card', Card, { title: '' });
  expect(await written(renderTemplate`${none}`)).toBe('<h2></h2>nothing');
});

test('content that nobody puts anywhere is not made', async () => {
  const never = () => {
    throw new Error('made');
  };
  const amount = renderComponent(page, 'Amount', Amount, { of: '1' }, { default: never });
  expect(await written(renderTemplate`${amount}`)).toBe('<b>1</b>');
});

test('where styles come with components, these are Astro’s', async () => {
  const styled = pageOf({ routeHasPropagation: true });
  const amount = renderComponent(styled, 'Amount', Amount, { of: '1' });
  expect(amount).toHaveProperty('render');
  expect(await written(renderTemplate`${amount}`)).toBe('<b>1</b>');
  expect(await written(renderTemplate`${htmlAsItIs('<hr>')}`)).toBe('<hr>');
});
