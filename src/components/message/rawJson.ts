import type { MessageDetail } from '#explorer/message/schema.ts';

const LONG = 600;
const MANY = 40;

/** The wire's JSON for showing: pretty, with long texts cut and long lists shortened (and saying so). */
export function rawJson(message: MessageDetail): string {
  return JSON.stringify(
    message,
    (_name, value: unknown) => {
      if (typeof value === 'string' && value.length > LONG)
        return `${value.slice(0, LONG)}… (${value.length})`;
      if (Array.isArray(value) && value.length > MANY)
        return [...value.slice(0, MANY), `… (${value.length})`];
      return value;
    },
    2,
  );
}
