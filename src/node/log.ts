/** The part of a pino logger that the client and the indexer tell what they do with. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const nothing = (): void => undefined;
/** For who does not listen. */
export const SILENT: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
