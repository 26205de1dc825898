import type { NodeClient } from '../types.ts';

/** Calls whose answers follow from their arguments while the head stands still. */
const ASKED = /^(chain|state|miner|msig|eth)[A-Z]/;

type Call = (...given: readonly unknown[]) => Promise<unknown>;

/** A client that asks a node whose head stands still each thing once. Refusals are remembered too. */
export function remembering(node: NodeClient): NodeClient {
  const known = new Map<string, Promise<unknown>>();
  const remember =
    (name: string, call: Call): Call =>
    (...given) => {
      const key = `${name} ${JSON.stringify(given)}`;
      let answer = known.get(key);
      if (answer === undefined) known.set(key, (answer = call(...given)));
      return answer;
    };
  const calls = Object.entries(node as unknown as Record<string, Call>)
    .filter(([name]) => ASKED.test(name))
    .map(([name, call]): [string, Call] => [name, remember(name, call)]);
  return { ...node, ...(Object.fromEntries(calls) as Partial<NodeClient>) };
}
