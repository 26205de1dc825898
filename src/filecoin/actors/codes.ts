/**
 * Code CIDs of the built-in actors, actors versions 8 to 19, from the bundle manifests of mainnet,
 * calibration, butterflynet and the bundles that devnets start with (each bundle's manifest names its
 * actors and their code CIDs). What a node tells of its own network takes precedence.
 */
import bundles from './codes.json' with { type: 'json' };

/** How all of them begin (CIDv1, raw, blake2b-256); {@link CODES} has what follows. */
export const CODE_CID_START = 'bafk2bzace';

/**
 * A row is an actors version, a kind, and the CIDs that this kind had in that version's bundles, by
 * version. A code that did not change between versions (the placeholder's) stands at its first one.
 */
export const CODES: readonly (readonly [version: number, kind: string, ...cids: string[]])[] =
  Object.entries(bundles).flatMap(([version, kinds]) =>
    Object.entries(kinds).map(([kind, cids]) => [Number(version), kind, ...cids] as const),
  );
