import { z } from 'zod';
import { html, type Html, prose, table } from './html.ts';

/** The part of JSON Schema that the document uses. */
export interface Schema {
  type?: string | string[] | undefined;
  description?: string | undefined;
  $ref?: string | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  default?: unknown;
  minimum?: number | undefined;
  maximum?: number | undefined;
  items?: Schema | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  anyOf?: Schema[] | undefined;
  oneOf?: Schema[] | undefined;
  allOf?: Schema[] | undefined;
}

const schemaSchema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    $ref: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    items: schemaSchema.optional(),
    properties: z.record(z.string(), schemaSchema).optional(),
    required: z.array(z.string()).optional(),
    anyOf: z.array(schemaSchema).optional(),
    oneOf: z.array(schemaSchema).optional(),
    allOf: z.array(schemaSchema).optional(),
  }),
);

const operationSchema = z.looseObject({
  summary: z.string().default(''),
  tags: z.array(z.string()).default([]),
  description: z.string().optional(),
  'x-planned': z.boolean().optional(),
  'x-example': z.string().optional(),
  'x-exports': z.array(z.string()).default([]),
  'x-codeSamples': z.array(z.object({ label: z.string(), source: z.string() })).default([]),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        description: z.string().optional(),
        schema: schemaSchema,
      }),
    )
    .default([]),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: schemaSchema })) })
    .optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      description: z.string(),
      content: z.record(z.string(), z.looseObject({ schema: schemaSchema })).optional(),
    }),
  ),
});

/** What the reference page reads of the OpenAPI document. */
export const documentSchema = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), schemaSchema).default({}) }),
});

/** A bound that tells something: every integer of JSON lies between the largest safe ones. */
const bound = (value: number | undefined): string =>
  value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? '' : String(value);

/** What a field means, as it or the one of its choices says that means anything. */
const meaning = ({ description, anyOf = [] }: Schema): string =>
  description ?? anyOf.find((choice) => choice.description !== undefined)?.description ?? '';

/** A type in a few words, with links to named shapes. */
export function schemaType(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.enum !== undefined) return html`${schema.enum.map(String).join(' | ')}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined)
    return { text: choices.map((choice) => schemaType(choice).text).join(' | ') };
  if (schema.items !== undefined) return html`${schemaType(schema.items)}[]`;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any'];
  const [from, to] = [bound(schema.minimum), bound(schema.maximum)];
  const range = from === '' && to === '' ? '' : ` (${from}…${to})`;
  const preset = schema.default === undefined ? '' : `, default ${String(schema.default)}`;
  return html`${types.join(' | ')}${range}${preset}`;
}

/** An object's fields as a table; anything else as its type. */
export function schemaTable(schema: Schema): Html {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return html`<p>${schemaType(schema)}</p>`;
  const rows = fields.map(
    ([name, field]) =>
      html`<tr>
        <td>
          <code>${name}</code>${schema.required?.includes(name) === true ? '' : ' (optional)'}
        </td>
        <td>${schemaType(field)}</td>
        <td>${prose(meaning(field))}</td>
      </tr>`,
  );
  return table(['Field', 'Type', 'Meaning'], rows);
}
