import { formatBytes } from '#format/bytes.ts';
import { formatFil } from '#format/fil.ts';

/** What a derived figure is made of at the page's head, and the call that gives it. */
export interface Derivation {
  /** Label and value; those without a value are not known. */
  inputs?: readonly (readonly [label: string, value: string | undefined])[];
  /** Path and query of the call, under /api/v1. */
  call: string;
}

/** As definitions print what a figure is made of: exact enough to compute it again by hand. */
export const exactly = {
  fil: (atto: string | null | undefined): string | undefined =>
    atto == null ? undefined : formatFil(atto, { decimals: 4 }),
  bytes: (bytes: string | null | undefined): string | undefined =>
    bytes == null ? undefined : formatBytes(bytes, 4),
};
