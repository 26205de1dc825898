import type { Context, Hono } from 'hono';

/** What the server says of a call beside its request: nothing of it is taken from outside. */
export interface Call {
  requestId: string;
  /** Who asks, as limits count clients. */
  client: string;
  /** Set by the API: pattern of what answered, for the metrics. */
  route: string;
}

/** Without a server nothing is said of a call. */
interface ApiEnv {
  Bindings: Partial<Call>;
}
export type ApiApp = Hono<ApiEnv>;
export type ApiContext = Context<ApiEnv>;

/** Who asks; empty without a server. */
export const clientOf = ({ env }: ApiContext): string => env?.client ?? '';
