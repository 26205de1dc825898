import type { z } from 'zod';
import { html, type Html, join, prose, table } from './html.ts';
import { documentSchema, type Schema, schemaTable, schemaType } from './schema.ts';

type Document = z.infer<typeof documentSchema>;
type Operation = Document['paths'][string][string];

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function parameters(operation: Operation): Html {
  if (operation.parameters.length === 0) return html``;
  const rows = operation.parameters.map(
    (p) =>
      html`<tr>
        <td><code>${p.name}</code> <small>${p.in}</small></td>
        <td>${schemaType(p.schema)}</td>
        <td>${prose(p.schema.description ?? p.description ?? '')}</td>
      </tr>`,
  );
  return html`<h4>Parameters</h4>
    <div class="wide">${table(['Parameter', 'Type', 'Meaning'], rows)}</div>`;
}

function body({ requestBody }: Operation): Html {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return content === undefined
    ? html``
    : html`<h4>Body, ${type === 'application/json' ? 'JSON' : 'a form'}</h4>
        <div class="wide">${schemaTable(content.schema)}</div>`;
}

function answer(operation: Operation): Html {
  const done = operation.responses['200'] === undefined ? '202' : '200';
  const schema: Schema | undefined =
    operation.responses[done]?.content?.['application/json']?.schema;
  const others = Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .map(
      ([status, response]) => html`<li><code>${status}</code> ${prose(response.description)}</li>`,
    );
  return html`${
      schema === undefined
        ? ''
        : html`<h4>Answer</h4>
            <div class="wide">${schemaTable(schema)}</div>`
    }
    <h4>Otherwise</h4>
    <ul class="statuses">
      ${join(others)}
    </ul>`;
}

function exportsOf(path: string, operation: Operation): Html {
  const formats = operation['x-exports'];
  if (formats.length === 0) return html``;
  const links = formats.map((format) => html`<code>${path}.${format}</code>`);
  return html`<p>The whole list as text: ${join(links, ', ')}</p>`;
}

function samples(operation: Operation): Html {
  const shown = operation['x-codeSamples'].map(
    ({ label, source }) =>
      html`<details class="sample">
        <summary>${label}</summary>
        <pre tabindex="0"><code>${source}</code></pre>
      </details>`,
  );
  const address = operation['x-example'];
  const open =
    address === undefined ? '' : html`<p>Try it: <a href="${address}">${address}</a></p>`;
  return html`${open} ${join(shown)}`;
}

interface Call {
  path: string;
  method: string;
  operation: Operation;
}

/**
 * A call, folded. Its anchor is inside what is folded: a browser that is led to it unfolds what is
 * around it, without a script.
 */
function section({ path, method, operation }: Call): Html {
  return html`<details class="call">
    <summary>
      <span class="method">${method.toUpperCase()}</span> <code>${path}</code>
      <span class="says">${prose(operation.summary)}</span>
    </summary>
    <div class="folded" id="${slug(`${method} ${path}`)}">
      ${operation.description === undefined ? '' : html`<p>${prose(operation.description)}</p>`}
      ${exportsOf(path, operation)} ${samples(operation)}
      ${operation['x-planned'] === true ? '' : parameters(operation)} ${body(operation)}
      ${answer(operation)}
    </div>
  </details>`;
}

function group(tag: Document['tags'][number], calls: readonly Call[], base: string) {
  const links = calls.map(
    ({ method, path }) =>
      html`<li>
        <a href="#${slug(`${method} ${path}`)}"
          >${path.startsWith(`${base}/`) ? path.slice(base.length) : path}</a
        >
      </li>`,
  );
  return {
    nav: html`<details
      ${calls.some(({ operation }) => operation['x-planned'] === true) ? '' : 'open'}
    >
      <summary>${tag.description} <small>${calls.length}</small></summary>
      <ul>
        ${join(links)}
      </ul>
    </details>`,
    body: html`<section class="group">
      <h2 id="${tag.name}"><a href="#${tag.name}">${tag.description}</a></h2>
      ${join(calls.map(section))}
    </section>`,
  };
}

const isTitle = (text: string): boolean => text.startsWith('## ');
const titleOf = (text: string): string => text.slice(3);

/** A paragraph of the guide, or a chapter's title. */
function paragraph(text: string): Html {
  if (!isTitle(text)) return html`<p>${prose(text)}</p>`;
  const title = titleOf(text);
  return html`<h2 id="${slug(title)}"><a href="#${slug(title)}">${title}</a></h2>`;
}

const icon = (name: string, path: string): Html =>
  html`<svg class="${name}" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path d="${path}" fill="none" stroke="currentColor" stroke-width="1.5" />
  </svg>`;

/**
 * The reference as one page of HTML that needs no script, made from the OpenAPI document: calls by what
 * they are about, each folded, then the shapes that they answer.
 * @param base what all paths begin with
 */
export function referencePage(json: unknown, base: string): string {
  const document = documentSchema.parse(json);
  const all: Call[] = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = document.tags
    .map((tag) => ({
      tag,
      calls: all.filter(({ operation }) => operation.tags.includes(tag.name)),
    }))
    .filter(({ calls }) => calls.length > 0)
    .map(({ tag, calls }) => group(tag, calls, base));
  const shapes = Object.entries(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  const shapeLinks = shapes.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`);
  const shapeList = shapes.map(
    ([name, schema]) =>
      html`<details class="call">
        <summary><code>${name}</code></summary>
        <div class="folded wide" id="schema-${name}">${schemaTable(schema)}</div>
      </details>`,
  );
  const guide = document.info.description.split('\n\n');
  const chapters = guide.flatMap((text) => (isTitle(text) ? [titleOf(text)] : []));
  const chapterLinks = chapters.map(
    (title) => html`<li><a href="#${slug(title)}">${title}</a></li>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title}</title>
        <link rel="stylesheet" href="/api/v1/docs/style.css" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link
          rel="preload"
          href="/api/v1/docs/fonts/inter.woff2"
          as="font"
          type="font/woff2"
          crossorigin
        />
        <script src="/api/v1/docs/theme.js"></script>
      </head>
      <body>
        <a class="skip" href="#main">To the content</a>
        <header>
          <a class="brand" href="/"
            ><img src="/favicon.svg" width="24" height="24" alt="" />Sextant</a
          >
          <span>API ${document.info.version}</span>
          <a class="download" href="/api/v1/docs/openapi.json">OpenAPI document</a>
          <button class="theme" type="button" hidden>
            ${icon('on-light', 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z')}
            ${icon(
              'on-dark',
              'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
            )}
          </button>
        </header>
        <nav aria-label="Calls">
          <details open>
            <summary>Of all calls</summary>
            <ul>
              ${join(chapterLinks)}
            </ul>
          </details>
          ${join(groups.map((g) => g.nav))}
          <details>
            <summary>Shapes <small>${shapes.length}</small></summary>
            <ul>
              ${join(shapeLinks)}
            </ul>
          </details>
        </nav>
        <main id="main">
          <h1>${document.info.title}</h1>
          <div class="intro">${join(guide.map(paragraph))}</div>
          ${join(groups.map((g) => g.body))}
          <section class="group">
            <h2 id="shapes"><a href="#shapes">Shapes</a></h2>
            ${join(shapeList)}
          </section>
        </main>
      </body>
    </html>`.text;
}
