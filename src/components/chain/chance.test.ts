import { expect, it } from 'vitest';
import { LOCALES } from '#i18n/locales.ts';
import { useT } from '#i18n/translate.ts';
import { certificateOf, chanceOf } from './chance.ts';

const en = useT('en');
const said = (
  ecProbability: number | null,
  status: 'executed' | 'certified' | 'final' = 'executed',
) => chanceOf(en, { status, ecProbability });

it('tells the chance of a reversal by its figure, and in words where there is none', () => {
  expect(said(0.25)).toBe('chance of reversal at most 25.00%');
  expect(said(3e-9, 'certified')).toBe('chance of reversal at most 3.0 × 10⁻⁹');
  expect(said(0)).toBe('cannot be undone');
  expect(said(1, 'final')).toBe('cannot be undone');
  const bound = said(1);
  expect(bound).toContain('too few blocks');
  expect(said(0.99995)).toBe(bound);
  expect(new Set([said(null), bound, said(0.5)]).size).toBe(3);
  for (const locale of LOCALES)
    for (const chance of [null, 0, 0.5, 1])
      expect(chanceOf(useT(locale), { status: 'executed', ecProbability: chance })).not.toMatch(
        /finality|\{\{/,
      );
});

it('tells the certificate of a height, and that it is not kept where it is not', () => {
  const told = (f3Instance: number | null, f3Height: number | null) =>
    certificateOf(en, { f3Instance, f3Height }, 100);
  expect(told(1663, 120)).toBe('instance 1,663');
  expect(told(null, 99)).toBe('not yet');
  expect(told(null, 100)).toBe('instance not known: the certificate is not in this index');
  expect(told(null, null)).toBeNull();
});
