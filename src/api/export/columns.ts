/** Columns of a list's table, from its schema: the same ones whatever rows it has. */
import { z } from 'zod';
import type { RowsAt } from '#explorer/read.ts';

/** Names of nested fields, from the row inwards. */
export type Column = readonly string[];

interface Shape {
  $ref?: string;
  properties?: Readonly<Record<string, Shape>>;
  items?: Shape;
  anyOf?: readonly Shape[];
  type?: string | readonly string[];
}

const shapeSchema: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    $ref: z.string().exactOptional(),
    properties: z.record(z.string(), shapeSchema).exactOptional(),
    items: shapeSchema.exactOptional(),
    anyOf: z.array(shapeSchema).exactOptional(),
    type: z.union([z.string(), z.array(z.string())]).exactOptional(),
  }),
);

/**
 * Columns of the rows that stand `at` a place of the answer (`Endpoint.rows`). Objects are spread into
 * their fields; lists, and whatever may be of several types, stay one column.
 * @throws Error when there are no rows there.
 */
export function columnsOf(schema: z.ZodType, at: RowsAt): Column[] {
  const json = z.toJSONSchema(schema, { io: 'output' });
  const defs = z.record(z.string(), shapeSchema).parse(json.$defs ?? {});
  const resolve = (shape: Shape): Shape =>
    shape.$ref === undefined ? shape : resolve(defs[shape.$ref.replace('#/$defs/', '')] ?? {});
  /** A field, whichever of a shape's choices has it. */
  const within = (shape: Shape, name: string): Shape =>
    resolve(
      (shape.anyOf ?? [shape])
        .map((choice) => resolve(choice).properties?.[name])
        .find((field) => field !== undefined) ?? {},
    );
  const place = typeof at === 'string' ? at : (at[0] ?? '');
  const names = place.split('.').filter((name) => name !== '');
  const list = names.reduce(within, resolve(shapeSchema.parse(json)));
  if (list.items === undefined) throw new Error(`There are no rows in '${place}'`);
  const spread = (shape: Shape, at: Column): Column[] => {
    const resolved = resolve(shape);
    const choices = (resolved.anyOf ?? [resolved])
      .map(resolve)
      .filter((choice) => choice.type !== 'null');
    const objects = choices.flatMap(({ properties }) => properties ?? []);
    if (objects.length === 0 || objects.length < choices.length) return [at];
    const fields = Object.entries(Object.assign({}, ...objects) as Record<string, Shape>);
    return fields.flatMap(([name, field]) => spread(field, [...at, name]));
  };
  return spread(list.items, []);
}
