/** Parameters of a contract's ABI (JSON, as compilers write it): from strangers, so bounded. */
import { z } from 'zod';
import type { AbiParam } from '#filecoin/evm/abi.ts';

interface JsonParam {
  readonly name?: string | undefined;
  readonly type: string;
  readonly indexed?: boolean | undefined;
  readonly components?: readonly JsonParam[] | undefined;
}

const MAX_PARAMS = 256;

const jsonParam: z.ZodType<JsonParam> = z.object({
  name: z.string().max(512).optional(),
  type: z.string().max(200),
  indexed: z.boolean().optional(),
  get components() {
    return z.array(jsonParam).max(MAX_PARAMS).optional();
  },
});

function paramOf({ name = '', type, indexed = false, components = [] }: JsonParam): AbiParam {
  return { name, type, indexed, components: components.map(paramOf) };
}

/** A list of parameters as the ABI has it. */
export const abiParams: z.ZodType<readonly AbiParam[]> = z
  .array(jsonParam)
  .max(MAX_PARAMS)
  .transform((params) => params.map(paramOf));
