/** Where the client tells what it does; pino's loggers fit. */
export interface NodeLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export const SILENT: NodeLog = { debug: () => undefined, warn: () => undefined };
