import { expect, test } from '@playwright/test';
import { startAuditor } from '../scripts/lighthouse.ts';
import { AUDITED, routes, siteUrl } from './support/site.ts';

/** Speed is not judged here (`npm run bench -- pages`): this machine may have other things to do. */
const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;

test('Lighthouse finds nothing to better but speed', async () => {
  test.setTimeout(600_000);
  const paths = await routes();
  const auditor = await startAuditor();
  const found: string[] = [];
  try {
    for (const name of AUDITED) {
      const path = paths[name] ?? '';
      const { scores, faults } = await auditor.audit(
        `${siteUrl()}/en${path === '/' ? '' : path}`,
        CATEGORIES,
      );
      for (const category of CATEGORIES)
        if (scores[category] !== 100)
          found.push(`${name}: ${category} ${scores[category]}: ${faults.join('; ')}`);
    }
  } finally {
    await auditor.close();
  }
  expect(found).toEqual([]);
});
