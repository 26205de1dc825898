/** Socket.IO event packets of the namespace `/`: `42["event",argument]`. */

/** A packet that sends an event with one text. */
export function writeEvent(event: string, text: string): string {
  return `42${JSON.stringify([event, text])}`;
}

/** Name and first argument of an event's packet; an empty name for what is none. */
export function readEvent(packet: string): [event: string, payload: unknown] {
  try {
    // Digits before the array ask for an acknowledgement, which no event of this server does.
    const body: unknown = JSON.parse(packet.slice(2));
    if (Array.isArray(body) && typeof body[0] === 'string') return [body[0], body[1]];
  } catch {
    // What cannot be read tells nothing.
  }
  return ['', undefined];
}
