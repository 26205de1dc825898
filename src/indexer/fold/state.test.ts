import { describe, expect, it } from 'vitest';
import { StateView } from './state.ts';

describe('a view', () => {
  it('refuses to answer about what was not loaded', () => {
    const view = new StateView();
    view.cover('actor', [[1]]);
    expect(view.get('actor', 1)).toBeNull();
    expect(() => view.get('actor', 2)).toThrowError('not loaded');
  });
});
