import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchBacklog } from './backlog.ts';

it('calls a client slow once more packets wait than allowed, and only once', () => {
  const connection = new EventEmitter();
  let calls = 0;
  watchBacklog(connection, 3, () => {
    calls += 1;
  });
  for (let i = 0; i < 3; i += 1) connection.emit('packetCreate');
  connection.emit('flush');
  for (let i = 0; i < 3; i += 1) connection.emit('packetCreate');
  expect(calls).toBe(0);
  for (let i = 0; i < 3; i += 1) connection.emit('packetCreate');
  expect(calls).toBe(1);
});
