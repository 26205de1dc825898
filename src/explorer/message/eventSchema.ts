/** Events of actors, in lists of a message and of their emitter. */
import { z } from 'zod';
import {
  addressSchema,
  cidSchema,
  countSchema,
  decodedSchema,
  heightSchema,
  hexSchema,
  idAddressSchema,
  timestampSchema,
} from '../wire.ts';
import { calledShape } from './payloadSchema.ts';

/** An entry of an actor's event as the chain has it. */
export const eventEntrySchema = z
  .object({
    key: z.string(),
    /** Decoded where the codec allows: JSON of CBOR, else 0x hex. */
    value: decodedSchema,
    indexed: z.boolean(),
  })
  .meta({ id: 'EventEntry' });

const eventShape = {
  name: z.string().nullable().meta({
    description: 'Event’s signature or a built-in actor’s event type; null when unknown',
  }),
  data: hexSchema,
  topics: z.array(z.string()),
  removed: z.boolean(),
  logIndex: countSchema,
  decoded: z
    .array(
      z.object({ name: z.string(), type: z.string(), value: decodedSchema, indexed: z.boolean() }),
    )
    .nullable()
    .meta({ description: 'Arguments of a known EVM event' }),
  guessed: z.boolean().optional().meta({
    description:
      'True where no verified ABI of the contract has the event: name and arguments are those of a known one with the same topic',
  }),
  entries: z
    .array(eventEntrySchema)
    .nullable()
    .meta({ description: 'Entries of a built-in actor’s event; null for EVM logs' }),
  ...calledShape,
};

export const messageEventSchema = z
  .object({
    address: addressSchema,
    addressId: idAddressSchema,
    ...eventShape,
  })
  .meta({ id: 'MessageEvent' });

export const messageEventsSchema = z.array(messageEventSchema);

/** An event in its emitter's own list. */
export const accountEventSchema = z
  .object({
    blockNumber: heightSchema,
    timestamp: timestampSchema,
    transactionHash: z.string().meta({
      description: 'Ethereum hash of the message',
    }),
    message: cidSchema,
    ...eventShape,
  })
  .meta({ id: 'AccountEvent' });

export type MessageEvent = z.infer<typeof messageEventSchema>;
export type MessageEvents = z.infer<typeof messageEventsSchema>;
export type AccountEvent = z.infer<typeof accountEventSchema>;
