import type { EventEmitter } from 'node:events';

/**
 * Watches what waits to be written to a client. Engine.io's connections tell of every packet
 * (`packetCreate`) and of handing all waiting ones to the transport (`flush`), which happens only
 * once the transport has got rid of the ones before.
 * @param connection an engine.io socket  @param limit packets that may wait
 * @param onSlow called once, when more are waiting
 */
export function watchBacklog(connection: EventEmitter, limit: number, onSlow: () => void): void {
  let waiting = 0;
  let slow = false;
  connection.on('packetCreate', () => {
    waiting += 1;
    if (waiting <= limit || slow) return;
    slow = true;
    onSlow();
  });
  connection.on('flush', () => {
    waiting = 0;
  });
}
