/** The tree of calls within a message. */
import { z } from 'zod';
import { actorKindSchema, amountSchema, hexSchema, endsShape } from '../wire.ts';
import { calledShape, decodedShape } from './payloadSchema.ts';
import { callShape, listReceiptSchema } from './schema.ts';

const callSchema = z.object({
  ...endsShape,
  fromActor: actorKindSchema.nullable(),
  toActor: actorKindSchema.nullable(),
  ...calledShape,
  value: amountSchema,
  ...callShape,
  params: hexSchema,
  receipt: listReceiptSchema,
  ...decodedShape,
});

/** A call within a message, with the calls that it made. */
export interface Subcall extends z.infer<typeof callSchema> {
  subcalls: Subcall[];
}

export const subcallSchema: z.ZodType<Subcall> = callSchema
  .extend({
    get subcalls(): z.ZodType<Subcall[]> {
      return z.array(subcallSchema);
    },
  })
  .meta({ id: 'Subcall' });

export const subcallsSchema = z.array(subcallSchema);

export type Subcalls = z.infer<typeof subcallsSchema>;
