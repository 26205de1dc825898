/** All calls of the API: the reads that have a path. */
import type { Answer, Explorer } from '#explorer/index.ts';
import { DOCUMENTED, type ParameterSchema } from '#explorer/parameter.ts';
import { PART_KINDS, type PartKind, PARTS } from '#explorer/parts.ts';
import { declaredIn, partOf, type Read } from '#explorer/read.ts';
import { READS } from '#explorer/reads.ts';

export type Query = Partial<Record<string, string>>;

/** A call of the API over one read of the explorer. */
export interface Endpoint extends Pick<
  Read,
  'path' | 'tag' | 'summary' | 'description' | 'rows' | 'continues' | 'schema'
> {
  /** What stands in the braces of its path, when there are any. */
  part?: PartKind;
  /** Names of what its query takes. */
  query: readonly string[];
  /** What the document says of each. */
  parameters: Readonly<Record<string, ParameterSchema>>;
  /** `part` is the text in the braces, decoded; empty when there are none. */
  read(explorer: Explorer, part: string, query: Query): Promise<Answer<unknown>>;
}

function endpointOf({ of, params, ...read }: Read): Endpoint {
  const name = partOf(read.path);
  const part = PART_KINDS.find((kind) => name !== undefined && PARTS[kind] === params[name]);
  const parameters = Object.entries(params).flatMap(([key, schema]) => {
    const about = DOCUMENTED.get(schema);
    return about === undefined ? [] : [[key, about] as const];
  });
  return {
    ...read,
    ...(part !== undefined && { part }),
    query: parameters.map(([key]) => key),
    parameters: Object.fromEntries(parameters),
    read: (explorer, text, query) =>
      explorer.ask(of(name === undefined ? query : { ...query, [name]: text })),
  };
}

export const ENDPOINTS: readonly Endpoint[] = declaredIn(READS).map(endpointOf);
