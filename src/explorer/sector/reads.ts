import type { Access } from '../access.ts';
import type { PageInput } from '../input.ts';
import type { Past } from '../view.ts';
import type { Answer } from '../wire.ts';
import { deadlinesOf } from './deadlines.ts';
import { sectorEvents, windowProofs, type SectorEventsInput } from './events.ts';
import { minerExpiry, networkExpiry } from './expiry.ts';
import { listSectors, type SectorsInput } from './list.ts';
import type { Deadlines, SectorEvents, SectorExpiry, Sectors, WindowProofs } from './schema.ts';

/** Sectors of storage providers. `address` is any form of a provider's address. */
export interface SectorReads {
  /** Highest number first; all, those of one status, or one. */
  list(address: string, input?: SectorsInput): Promise<Answer<Sectors>>;
  /** What happened to them, newest first; to all, or to one. */
  events(address: string, input?: SectorEventsInput): Promise<Answer<SectorEvents>>;
  deadlines(address: string): Promise<Answer<Deadlines>>;
  /** Window proofs, newest first. */
  proofs(address: string, input?: PageInput): Promise<Answer<WindowProofs>>;
  /** By day, soonest first. */
  expiry(address: string): Promise<Answer<SectorExpiry>>;
  networkExpiry(): Promise<Answer<SectorExpiry>>;
}

export function sectorReads({ read, readOr }: Access, past: Past): SectorReads {
  return {
    list: (address, input) => read((view) => listSectors(view, past, address, input)),
    events: (address, input) => read((view) => sectorEvents(view, address, input)),
    deadlines: (address) => read((view) => deadlinesOf(view, address)),
    proofs: (address, input) => read((view) => windowProofs(view, address, input)),
    expiry: (address) => read((view) => minerExpiry(view, address)),
    networkExpiry: () => readOr({ days: [] }, networkExpiry),
  };
}
