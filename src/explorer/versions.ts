/** Which version of the network and of its built-in actors ran when: numbers and shapes of methods differ between them. */
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import { actorsVersionOf } from '#filecoin/actors/kinds.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import { exitCodeName } from '#filecoin/execution/exitcode.ts';
import type { View } from './view.ts';

/** The version at a height, or that of the head (null); undefined where the node did not tell it. */
export type Versions = (height: number | null) => number | undefined;

/** A network has had some dozens of versions: all are read at once, once per head. */
export async function networkVersions(view: View): Promise<Versions> {
  const rows = await view.past.now(view, 'network versions', () =>
    view.db.selectFrom('network_version').selectAll().orderBy('height', 'desc').execute(),
  );
  return (height) => rows.find((row) => height === null || row.height <= height)?.version;
}

/** Of the built-in actors. */
export async function actorsVersions(view: View): Promise<Versions> {
  const networkVersion = await networkVersions(view);
  return (height) => {
    const version = networkVersion(height);
    return version === undefined ? undefined : actorsVersionOf(version);
  };
}

/** How an exit code is called that the actor of a kind gave at a height. */
export type ExitNames = (code: Integer, height: number, kind: ActorKind | null) => string;

/** Names of these exit codes; versions are looked up only where something failed. */
export async function exitNames(view: View, codes: readonly Integer[]): Promise<ExitNames> {
  const versions: Versions = codes.every((code) => code === 0)
    ? () => undefined
    : await networkVersions(view);
  return (code, height, kind) => exitCodeName(code, { networkVersion: versions(height), kind });
}
