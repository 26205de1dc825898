/** The explorer: what can be asked of the index. The wire shapes stand in each entity's schema.ts. */
export { createExplorer, type Explorer } from './explorer.ts';
export { BadInput, ERROR_CODES, Gone, NotFound, Unavailable, type ErrorParams } from './errors.ts';
export type { PlaceRecords } from './place.ts';
export type { Answer } from './wire.ts';
