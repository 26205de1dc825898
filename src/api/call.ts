import type { Context, Hono } from 'hono';

/** What the server says of a call beside its request: nothing of it is taken from outside. */
export interface Call {
  requestId: string;
  /** Who asks, as limits count clients. */
  client: string;
  /** Reads a page of an export when it is this client's turn. @throws Busy */
  turn?: <T>(read: () => Promise<T>) => Promise<T>;
  /** Set by the API: pattern of what answered, for the metrics. */
  route: string;
  /** Set by the API, of an answer by JSON: to read it out of the Response costs more than to make it. */
  told?: { headers: Record<string, string>; text: string };
}

/** Too many wait for what only a few can have at a time. */
export class Busy extends Error {
  constructor() {
    super('Too many wait: ask again');
    this.name = 'Busy';
  }
}

/** Without a server nothing is said of a call. */
interface ApiEnv {
  Bindings: Partial<Call>;
}
export type ApiApp = Hono<ApiEnv>;
export type ApiContext = Context<ApiEnv>;

/** Who asks; empty without a server. */
export const clientOf = ({ env }: ApiContext): string => env?.client ?? '';
