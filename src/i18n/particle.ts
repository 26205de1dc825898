/**
 * Korean particles that follow the sound of the word before them. The texts write both forms, `을(를)`;
 * which one it is shows with the value that stands there: `5 FIL을`, `2 TiB를`, `“지갑”이`.
 */

/** How a word ends when it is read in Korean: in a vowel, in ㄹ, in another consonant. */
type Ending = 'vowel' | 'rieul' | 'consonant';

/** By both forms: the one after a consonant, the one after a vowel. */
const FORMS: Readonly<Record<string, readonly [string, string]>> = {
  '을(를)': ['을', '를'],
  '이(가)': ['이', '가'],
  '은(는)': ['은', '는'],
  '와(과)': ['과', '와'],
  '(으)로': ['으로', '로'],
};
const BOTH = /(을\(를\)|이\(가\)|은\(는\)|와\(과\)|\(으\)로)/;

/** 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구. */
const DIGITS: readonly Ending[] = [
  'consonant',
  'rieul',
  'vowel',
  'consonant',
  'vowel',
  'vowel',
  'consonant',
  'rieul',
  'rieul',
  'vowel',
];
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** Syllables differ by their final consonant first: none, then 27 of them. */
const FINALS = 28;
const RIEUL = 8;

/** Whole numbers that end in zeros end in 십, 백, 천, 만 or 억; in 조, in 경, in 해: a vowel only in 조 and 해. */
function ofNumber(whole: string, fraction: string | undefined): Ending | null {
  const digits = fraction ?? whole.replaceAll(',', '');
  const last = DIGITS[Number(digits.at(-1))] ?? null;
  const zeros =
    fraction === undefined && /[1-9]/.test(digits)
      ? digits.length - digits.replace(/0+$/, '').length
      : 0;
  if (zeros === 0) return last;
  if (zeros >= 24) return null;
  return (zeros >= 12 && zeros < 16) || zeros >= 20 ? 'vowel' : 'consonant';
}

/** Null of what may be read in more than one way, as most Latin names are. */
function endingOf(text: string): Ending | null {
  const word = text.slice(-64).replace(/["'`”’」』]+$/, '');
  const sign = word.charCodeAt(word.length - 1);
  if (sign >= FIRST_SYLLABLE && sign <= LAST_SYLLABLE) {
    const final = (sign - FIRST_SYLLABLE) % FINALS;
    return final === 0 ? 'vowel' : final === RIEUL ? 'rieul' : 'consonant';
  }
  // 필: FIL itself, its parts, tokens called after it, and names of the name service.
  if (/(?:FIL|\.fil)$/.test(word)) return 'rieul';
  // 바이트, 퍼센트.
  if (/\d ?(?:[kKMGTPEZY]i)?B$|\d ?%$/.test(word)) return 'vowel';
  const number = /(\d[\d,]*)(?:\.(\d+))?$/.exec(word);
  return number === null ? null : ofNumber(number[1] ?? '', number[2]);
}

/**
 * The text with each `을(를)` as the word before it asks for; both forms stay where that is not known.
 * `before`: what stands before the text.
 */
export function withParticles(text: string, before = ''): string {
  const parts = text.split(BOTH);
  if (parts.length === 1) return text;
  let told = before;
  for (const part of parts) {
    const forms = FORMS[part];
    const ending = forms === undefined ? null : endingOf(told);
    if (forms === undefined || ending === null) told += part;
    else {
      const [consonant, vowel] = forms;
      // 로 stands after ㄹ, too.
      const asVowel = ending === 'vowel' || (ending === 'rieul' && vowel === '로');
      told += asVowel ? vowel : consonant;
    }
  }
  return told.slice(before.length);
}
