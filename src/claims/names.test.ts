import { readContent } from '#content/networks.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContact } from './contact.ts';
import { likenessKeys, NameCheck } from './names.ts';
import { ClaimRefused, type Field } from './refused.ts';

const { claims } = readContent()('mainnet');
const check = new NameCheck({ ...claims, taken: ['Tide Works', '潮汐', 'Sören’s'] });

function read(name: string, field: Field = 'en'): string {
  try {
    return `"${check.read(name, field) ?? ''}"`;
  } catch (error) {
    if (error instanceof ClaimRefused) return error.reason;
    throw error;
  }
}

describe('names', () => {
  it.each([
    ['  Blue   Whale ', '"Blue Whale"'],
    ['', '""'],
    [' ', '""'],
    ['A.B-C & Söhne 24/7', '"A.B-C & Söhne 24"', 'long'],
    ['1234567890123456', '"1234567890123456"'],
    ['12345678901234567', 'long'],
    ['鲸鱼存储有限公司上海分部一二三四', '"鲸鱼存储有限公司上海分部一二三四"'],
    ['鲸鱼存储有限公司上海分部一二三四五', 'long'],
    // Sixteen letters of three code points each.
    ['e\u0301\u0323'.repeat(16), `"${'e\u0301\u0323'.repeat(16).normalize('NFC')}"`],
    ['고래저장소 🐋', '"고래저장소 🐋"'],
    ['x'.repeat(10_000), 'long'],
  ])('%j', (name, ...expected) => {
    expect(read(name)).toBe(expected.at(-1));
  });

  it.each([
    ['turned around', 'abc\u202ecba'],
    ['isolated', '\u2067abc\u2069'],
    ['of no width', 'ab\u200bc'],
    ['joined invisibly', 'ab\u200dc'],
    ['of two lines', 'a\nb'],
    ['of paragraphs', 'a\u2029b'],
    ['a control', 'a\u0007b'],
    ['private', 'a\ue000'],
    ['half a pair', 'a\ud800'],
    ['a wide space', 'a\u2003b'],
    ['a blank that is a letter', 'a\u3164b'],
    ['piled up', `a${'\u0301'.repeat(9)}`],
    ['punctuation only', '--..--'],
    ['an emoji only', '🐋'],
  ])('refuses letters: %s', (_what, name) => {
    expect(read(name)).toBe('letters');
  });

  it.each([
    'Official SP',
    'SP oﬃcial',
    'ОFFІСІАL',
    'Binance Cloud',
    'Bіnаnсе',
    'B1NANCE',
    'ＢＩＮＡＮＣＥ',
    '某某官方',
    '공식저장소',
  ])('refuses the word in %s', (name) => {
    expect(read(name)).toBe('forbidden');
  });

  it.each([
    'Filecoin',
    'FiIecoin',
    'FILECOIN',
    'File-coin',
    'Fіlесоіn',
    'Fílecoin',
    'Elon Musk SP',
    'E1on  Musk',
    'Tide Works',
    'tideworks',
    'TIDE W0RKS',
    'Тіdе Wоrkѕ',
    '潮汐',
    'Sorens',
  ])('refuses what is taken: %s', (name) => {
    expect(read(name)).toBe('taken');
  });

  it('does not refuse a word within a word, nor a name of which a taken one is a part', () => {
    expect(read('Scampi Storage')).toBe('"Scampi Storage"');
    expect(read('IPFS Main')).toBe('"IPFS Main"');
    expect(read('Tide Works West')).toBe('"Tide Works West"');
  });

  it('lets full names be longer', () => {
    expect(read('A name of more than sixteen letters', 'enFull')).toMatch(/^"/);
    expect(read('x'.repeat(60), 'zhFull')).toMatch(/^"/);
    expect(read('x'.repeat(61), 'zhFull')).toBe('long');
  });

  it('are like themselves, whatever the case and the spaces; what is kept is kept when read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (name) => {
        expect(likenessKeys(`${name} `)).toEqual(likenessKeys(name));
        const once = read(name);
        if (once.startsWith('"')) expect(read(once.slice(1, -1))).toBe(once);
        if (once !== '""' && once.startsWith('"')) {
          const kept = once.slice(1, -1);
          const taken = new NameCheck({ words: [], names: [], taken: [kept] });
          expect(() => taken.read(kept, 'zhFull')).toThrow(ClaimRefused);
        }
      }),
    );
  });
});

describe('whom to ask', () => {
  const outcome = (text: string | undefined): string => {
    try {
      return readContact(text);
    } catch (error) {
      if (error instanceof ClaimRefused) return `${String(error.field)}: ${error.reason}`;
      throw error;
    }
  };
  it.each(['a@b.co', 'first.last+tag@sub.example.org', '+86 138 0013 8000', '(030) 123-4567'])(
    '%s',
    (text) => {
      expect(outcome(` ${text} `)).toBe(text);
    },
  );
  it.each([
    'me',
    'a@b',
    '@b.co',
    'a@b..co',
    'a b@c.de',
    '12345',
    '1234567890123456',
    '+',
    'a@b.co\nx',
    `${'a'.repeat(300)}@b.co`,
    '<a@b.co>',
  ])('not %j', (text) => {
    expect(outcome(text)).toBe('contact: contact');
  });
  it('nobody', () => {
    expect([outcome(undefined), outcome('  ')]).toEqual(['contact: missing', 'contact: missing']);
  });
});
