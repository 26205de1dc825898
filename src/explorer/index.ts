/** The explorer: what can be asked of the index. The wire shapes stand in each entity's schema.ts. */
export { createExplorer, type ExplorerOptions } from './explorer.ts';
export { BadInput, ERROR_CODES, Gone, NotFound, type ErrorParams } from './errors.ts';
export type {
  Explorer,
  MessagePageInput,
  NumberInput,
  OffsetInput,
  PageInput,
  SampleInput,
  TransferPageInput,
} from './types.ts';
export type { PlaceRecords } from './place.ts';
export type { Answer, HeadRef } from './wire.ts';
