import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

const runOf = (beside: readonly string[]): axe.RunOptions => ({
  runOnly: { type: 'tag', values: TAGS },
  rules: Object.fromEntries(beside.map((rule) => [rule, { enabled: true }])),
  // What passes is not described, which takes most of a run's time.
  resultTypes: ['violations'],
});

/**
 * What axe has against the page as it stands, one line per rule. It runs in the page itself: axe's own
 * driver brings it in anew for each run and opens a second page, for frames, of which there are none.
 * `beside`: rules that are none of WCAG's.
 */
export async function axeProblems(page: Page, beside: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (options) => {
    if (document.querySelector('iframe') !== null) throw new Error('axe looks into no frames');
    const result = await window.axe?.run(options);
    return result?.violations.map(({ id, nodes }) => ({
      id,
      targets: nodes.slice(0, 3).map(({ target }) => target.join(' ')),
    }));
  }, runOf(beside));
  if (violations === undefined) throw new Error('axe did not run');
  return violations.map(({ id, targets }) => `axe ${id}: ${targets.join(' | ')}`);
}
