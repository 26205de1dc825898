import { expect, test } from 'vitest';
import { useT } from './translate.ts';
import { withParticles } from './particle.ts';

test.each([
  // 필
  ['5 FIL', '을', '로'],
  ['7 attoFIL', '을', '로'],
  ['1,234 nanoFIL', '을', '로'],
  ['3 stFIL', '을', '로'],
  ['leeward.fil', '을', '로'],
  // 바이트, 퍼센트
  ['2 TiB', '를', '로'],
  ['512 B', '를', '로'],
  ['1.5 kiB', '를', '로'],
  ['12.5%', '를', '로'],
  // 한글
  ['최소 단위', '를', '로'],
  ['무제한', '을', '으로'],
  ['지갑', '을', '으로'],
  ['“메달”', '을', '로'],
  // 영 일 이 삼 사 오 육 칠 팔 구
  ['0', '을', '으로'],
  ['1', '을', '로'],
  ['12', '를', '로'],
  ['13', '을', '으로'],
  ['4', '를', '로'],
  ['#5', '를', '로'],
  ['6', '을', '으로'],
  ['7', '을', '로'],
  ['8', '을', '로'],
  ['9', '를', '로'],
  // 십, 만, 억, 조, 경
  ['10', '을', '으로'],
  ['216,350,000', '을', '으로'],
  ['100,000,000', '을', '으로'],
  ['1,000,000,000,000', '를', '로'],
  ['10000000000000000', '을', '으로'],
  ['1.20', '을', '으로'],
  ['1.25', '를', '로'],
])('%s%s', (word, object, way) => {
  expect(withParticles(`${word}을(를) 보냄`)).toBe(`${word}${object} 보냄`);
  expect(withParticles(`${word}(으)로`)).toBe(word + way);
});

test('both forms stay where a word is read in more than one way, and behind nothing', () => {
  for (const word of [
    '216,356 F',
    'hUSD',
    'f410…',
    '0xB4…EaeE',
    'B',
    '中文',
    '',
    '1' + '0'.repeat(30),
    '\u0001value\u0001',
  ])
    expect(withParticles(`${word}을(를) 받음`)).toBe(`${word}을(를) 받음`);
});

test('each pair has its forms, as often as it stands there', () => {
  expect(withParticles('물이(가) 배와(과) 산와(과) 물(으)로')).toBe('물이 배와 산과 물로');
  expect(withParticles('배이(가) 배은(는) 물은(는) 산(으)로')).toBe('배가 배는 물은 산으로');
});

test('what stands before the text is read, not changed', () => {
  expect(withParticles('을(를) 내고 물을(를)', '5 FIL')).toBe('을 내고 물을');
  expect(withParticles('을(를)', '물을(를)')).toBe('을(를)');
  expect(withParticles('에서', '물')).toBe('에서');
});

test('texts with their values are told so', () => {
  const t = useT('ko');
  expect(t('claim.refused.taken', { label: '바다' })).toContain('바다는 ');
  expect(t('wiki.search.none', { query: '가스' })).toContain('“가스”가 ');
  expect(t('wiki.search.none', { query: 'gas' })).toContain('“gas”이(가) ');
});
