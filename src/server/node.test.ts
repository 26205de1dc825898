import { expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';
import { checkRecording } from './node.ts';

const check = (env: Record<string, string>) => () => checkRecording(parseConfig(env));

it('refuses a start beyond the recording, naming its heights', () => {
  expect(check({ DEMO_START_HEIGHT: '99999999' })).toThrow(ConfigError);
  expect(check({ DEMO_START_HEIGHT: '20301' })).toThrow(
    'DEMO_START_HEIGHT must be a height of the recording, from 0 to 20300, not "20301".',
  );
});

it('refuses a folder that holds no recording', () => {
  expect(check({ RECORDING_DIR: 'src' })).toThrow(
    'RECORDING_DIR must be the folder of a recording: "src" has no answers.ndjson.zst.',
  );
});

it.each([
  { DEMO_START_HEIGHT: '20300' },
  { DEMO_START_HEIGHT: '0' },
  {},
  // The demo chain is not played then.
  { DEMO_START_HEIGHT: '99999999', NODE_URL: 'http://127.0.0.1:1' },
])('takes %o', (env) => {
  expect(check(env)).not.toThrow();
});

it('takes a free port for the demo node by 0, as PORT does', () => {
  expect(parseConfig({ DEMO_NODE_PORT: '0' }).DEMO_NODE_PORT).toBe(0);
});
