/** A Solidity source taken apart into comments, texts, numbers, words and marks. */

export type TokenKind = 'comment' | 'doc' | 'text' | 'number' | 'word' | 'mark' | 'space';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** No alternative overlaps another, so that every letter is read once, whatever a stranger wrote. */
const TOKEN =
  /(\/\/[^\n\r]*)|(\/\*)|("[^"\\\n\r]*(?:\\[^\n\r][^"\\\n\r]*)*"?|'[^'\\\n\r]*(?:\\[^\n\r][^'\\\n\r]*)*'?)|([A-Za-z_$][\w$]*)|(0x[\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE]-?\d[\d_]*)?)|(\s+)|=>|[{}()[\];,.=]|[^\s\w$"'/{}()[\];,.=]+|[^]/y;

function kindOf(match: RegExpExecArray): TokenKind {
  const [, line, , text, word, number, space] = match;
  if (word !== undefined) return 'word';
  if (space !== undefined) return 'space';
  if (number !== undefined) return 'number';
  if (text !== undefined) return 'text';
  if (line !== undefined) return line.startsWith('///') ? 'doc' : 'comment';
  return 'mark';
}

/** All of a source, in its order: the texts together are the source. */
export function* scan(source: string): Generator<Token> {
  TOKEN.lastIndex = 0;
  for (let at = 0; at < source.length;) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (match === null) return;
    if (match[2] === undefined) {
      yield { kind: kindOf(match), text: match[0] };
      at += match[0].length;
      continue;
    }
    const end = source.indexOf('*/', at + 2);
    const text = source.slice(at, end < 0 ? source.length : end + 2);
    yield { kind: /^\/\*\*[^*/]/.test(text) ? 'doc' : 'comment', text };
    at += text.length;
  }
}

/** How many lines a piece of a source ends. */
export function linesEnded(text: string): number {
  let ended = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ended++;
  return ended;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'abstract anonymous as assembly assert break case catch constant constructor continue contract ' +
    'default delete do else emit enum error event external fallback final for from function global if ' +
    'immutable import indexed interface internal is leave let library mapping memory calldata storage ' +
    'transient modifier new override payable pragma private public pure receive require return returns ' +
    'revert solidity struct super switch this throw try type unchecked unicode using var view virtual ' +
    'while'
  ).split(' '),
);

const CONSTANTS: ReadonlySet<string> = new Set(
  'true false wei gwei ether seconds minutes hours days weeks years'.split(' '),
);

const TYPE =
  /^(?:u?int(?:\d{1,3})?|bytes(?:\d{1,2})?|address|bool|string|byte|u?fixed(?:\d+x\d+)?)$/;

/** How a word is coloured; null for names. */
export function wordLook(word: string): 'keyword' | 'constant' | 'type' | null {
  if (KEYWORDS.has(word)) return 'keyword';
  if (CONSTANTS.has(word)) return 'constant';
  return TYPE.test(word) ? 'type' : null;
}
