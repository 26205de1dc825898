/** What a call's params and returns say, why it reverted, and what its amounts are of. */
import { z } from 'zod';
import { tokenWordsShape } from '../token/transferSchema.ts';
import { addressSchema, decodedSchema, undecodedSchema } from '../wire.ts';

/** Values by their names and types in a contract's ABI; a name is empty where it has none. */
const argumentsSchema = z.array(
  z.object({ name: z.string(), type: z.string(), value: decodedSchema }),
);

/** The ERC-20 that a call is to, or an event is of: the contract's own words, bounded. */
export const calledTokenSchema = z.object(tokenWordsShape).meta({
  id: 'CalledToken',
  description:
    'Of a function of an ERC-20, or an event of one: what it says of itself. Amounts in arguments and answers stay in smallest units, to be divided by ten to the `decimals`; null where it has none to tell',
});

const pooledTokenSchema = z.object({ address: addressSchema, ...tokenWordsShape });

/** The two tokens of the pool that a call is to, or an event is of. */
export const calledPoolSchema = z
  .object({ token0: pooledTokenSchema, token1: pooledTokenSchema })
  .meta({
    id: 'CalledPool',
    description:
      'Of a pool of two tokens (Uniswap v2 and its like), where what is called or emitted counts them: which they are, by the event of the factory that made the pool. Amounts stay in smallest units',
  });

/** What the amounts of a call or an event are of. */
export const calledShape = {
  token: calledTokenSchema.optional(),
  pool: calledPoolSchema.optional(),
};

/** The call of a contract within a proposal. */
const proposedCallSchema = z
  .object({
    to: addressSchema.meta({ description: 'As the proposal writes it' }),
    evmMethod: z.string().meta({ description: 'The function’s signature' }),
    guessed: z.boolean().optional().meta({
      description: 'True where no verified ABI of the contract has the function',
    }),
    ...calledShape,
  })
  .meta({
    id: 'ProposedCall',
    description:
      'Of a multisig’s proposal that calls a contract’s function, also through another proposal: that call, whose arguments stand in `decodedParams`. Of an approval: that of the proposal which it approves',
  });

/** What params and returns say, or why that is not told. */
export const decodedShape = {
  decodedParams: decodedSchema.optional().meta({
    description:
      'Params by their names. `evm` in it is the call of a contract’s function; `guessed` is true there where no verified ABI of the contract has it, and `others` are known ones with the same selector that the data fit as well',
  }),
  paramsReason: undecodedSchema.optional(),
  decodedReturnValue: decodedSchema.optional(),
  returnedValues: argumentsSchema.optional().meta({
    description: 'What a contract’s function returned, by the names and types of its ABI',
  }),
  returnedValuesGuessed: z.boolean().optional().meta({
    description:
      'True where no verified ABI of the contract has the function: names and types are those of a known one with the same selector',
  }),
  returnReason: undecodedSchema.optional(),
  proposedCall: proposedCallSchema.optional(),
};

/** Why a contract reverted. Texts of kind `error` are the contract's own words. */
export const revertSchema = z
  .object({
    kind: z.enum(['none', 'error', 'panic', 'custom', 'data']),
    text: z.string().meta({
      description:
        'error: its words; panic: a key such as overflow; custom: the error’s signature or selector; data: hex',
    }),
    args: argumentsSchema.nullish(),
    guessed: z.boolean().optional().meta({
      description:
        'True where no verified ABI of the contract has the error: it is a known one with the same selector',
    }),
    others: z.array(z.string()).optional().meta({
      description: 'Of a guessed error: other known ones with this selector that the data fit',
    }),
    address: addressSchema.optional().meta({
      description:
        'Of a custom error of an ERC-20: that contract, wherever in the message it was called',
    }),
    token: calledTokenSchema.optional(),
  })
  .meta({ id: 'Revert' });

export type ReturnedValues = z.infer<typeof argumentsSchema>;
export type ProposedCall = z.infer<typeof proposedCallSchema>;
export type CalledPool = z.infer<typeof calledPoolSchema>;
export type CalledToken = z.infer<typeof calledTokenSchema>;
export type RevertReason = z.infer<typeof revertSchema>;
