// Hooks are rendered on the server here: what they do in a browser is seen by the browser tests.
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useFigures } from './useFigures.ts';

it('begins with what came with the page and asks for nothing', () => {
  let asked = 0;
  function Probe() {
    const first = { duration: '7d', data: [1, 2] };
    const { data, duration, state } = useFigures({ of: 'reward' }, first, async () => {
      asked += 1;
      return [3];
    });
    return (
      <p>
        {duration} {state} {data.join('-')}
      </p>
    );
  }
  expect(renderToString(<Probe />).replaceAll('<!-- -->', '')).toBe('<p>7d ready 1-2</p>');
  expect(asked).toBe(0);
});
