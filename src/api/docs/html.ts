import { textOf } from '#format/html.ts';

/** A piece of HTML that is already escaped. */
export interface Html {
  readonly text: string;
}

function escape(value: string | number | Html): string {
  if (typeof value === 'object') return value.text;
  return textOf(String(value));
}

/** Template tag: values are escaped unless they are pieces of HTML themselves. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | Html)[]
): Html {
  return {
    text: strings
      .map((text, i) => text + (i < values.length ? escape(values[i] ?? '') : ''))
      .join(''),
  };
}

export function join(pieces: readonly Html[], between = '\n'): Html {
  return { text: pieces.map((piece) => piece.text).join(between) };
}

/** Text in which backticks mark code. */
export function prose(text: string): Html {
  return join(
    text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`)),
    '',
  );
}

/** `rows` are whole `<tr>`s. */
export function table(headings: readonly string[], rows: readonly Html[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${join(headings.map((heading) => html`<th>${heading}</th>`))}
      </tr>
    </thead>
    <tbody>
      ${join(rows)}
    </tbody>
  </table>`;
}
