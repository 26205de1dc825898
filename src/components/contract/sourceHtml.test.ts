import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceLines } from '#contracts/source/lines.ts';
import { fileName, standardInput } from './raw.ts';
import { sourceHtml } from './sourceHtml.ts';

const to = () => '?file=1&from=2#L3';

describe('a source as HTML', () => {
  it('has its lines with anchors, colours and links', () => {
    const place = { file: 'a', line: 3 };
    const html = sourceHtml([[{ text: 'A', look: null, to: place }], []], 7, to);
    expect(html).toBe(
      '<span class="line" id="L7"><a class="n" href="#L7" data-n="7" tabindex="-1" aria-hidden="true"></a>' +
        '<a href="?file=1&amp;from=2#L3">A</a>\n</span>' +
        '<span class="line" id="L8"><a class="n" href="#L8" data-n="8" tabindex="-1" aria-hidden="true"></a>\n</span>',
    );
  });
  it('holds no markup of the source', () => {
    const pieces = fc.constantFrom(
      '<script>',
      '</pre>',
      '"',
      "'",
      '&lt;',
      '<!--',
      '//',
      '/*',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
        const source = parts.join('');
        const lines = sourceLines(source, 'a', [1, 1000], null);
        const html = sourceHtml(lines, 1, to);
        const bare = html.replaceAll(/<\/?(?:span|a)(?: [a-z-]+="[^"<>]*")*>/g, '');
        expect(bare).not.toMatch(/[<>"']/);
      }),
    );
  });
});

describe('files to keep', () => {
  const contract = {
    sourceFiles: [
      { name: '__proto__', content: 'a' },
      { name: '../../etc/passwd', content: 'b' },
    ],
    settings: '{"optimizer":{"enabled":true}}',
  };
  it('are what the compiler was given, whatever the files are called', () => {
    const given: unknown = JSON.parse(standardInput(contract));
    expect(Object.entries((given as { sources: object }).sources)).toEqual([
      ['__proto__', { content: 'a' }],
      ['../../etc/passwd', { content: 'b' }],
    ]);
    expect(given).toMatchObject({
      language: 'Solidity',
      settings: { optimizer: { enabled: true } },
    });
  });
  it('have names that file systems bear', () => {
    expect(['Token', '../x"\r\n', '', null].map(fileName)).toEqual([
      'Token',
      'x',
      'contract',
      'contract',
    ]);
  });
});
