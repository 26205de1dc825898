/** Calls as a reader would write them. */
import type { Endpoint } from '../endpoints.ts';
import type { Examples } from './examples.ts';

export interface CodeSample {
  lang: 'Shell' | 'TypeScript';
  label: string;
  source: string;
}

/** A query that shows what a call takes, short enough to read. */
function sampleQuery({ query, parameters }: Endpoint): string {
  const shown = query.flatMap((name): [string, string][] => {
    if (name === 'pageSize' || name === 'limit') return [[name, '5']];
    if (name === 'count') return [[name, '5']];
    if (name === 'id') return [[name, 'f099']];
    if (name === 'q') return [[name, 'f099']];
    if (name === 'duration') return [[name, '7d']];
    return name === 'samples' ? [[name, String(parameters[name]?.default)]] : [];
  });
  const text = new URLSearchParams(shown).toString();
  return text === '' ? '' : `?${text}`;
}

/** A call's address below the API's, as an example. */
export function samplePath(endpoint: Endpoint, examples: Examples): string {
  const part = endpoint.part === undefined ? '' : encodeURIComponent(examples[endpoint.part].text);
  return endpoint.path.replace(/\{\w+\}/, part) + sampleQuery(endpoint);
}

/** `url`: the call's whole address. */
export function codeSamples(endpoint: Endpoint, url: string): CodeSample[] {
  return [
    { lang: 'Shell', label: 'curl', source: `curl '${url}'` },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(endpoint, url) },
  ];
}

function typescript({ rows, query }: Endpoint, url: string): string {
  if (rows === undefined || rows === '' || !query.includes('before'))
    return [
      `const response = await fetch('${url}');`,
      'const answer = await response.json();',
      'if (!response.ok) throw new Error(answer.message);',
    ].join('\n');
  return [
    `const url = new URL('${url}');`,
    'for (;;) {',
    '  const response = await fetch(url);',
    '  const answer = await response.json();',
    '  if (!response.ok) throw new Error(answer.message);',
    `  for (const row of answer.${rows}) console.log(row);`,
    '  if (answer.next === null) break;',
    "  url.searchParams.set('before', answer.next);",
    '}',
  ].join('\n');
}
