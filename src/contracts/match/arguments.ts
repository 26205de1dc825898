/** Constructor arguments: what stands behind the init code, by the constructor's types. */
import { decodeAbiParameters, encodeAbiParameters } from 'viem';
import { fromHex, equalBytes, to0x } from '#filecoin/encoding/bytes.ts';
import { decodeArguments } from '#filecoin/evm/abi.ts';
import type { AbiArgument, AbiParam } from '#filecoin/evm/abi.ts';
import { interfaceOf } from '../abi/interface.ts';

/** Types by which values come back in the bytes that they were: text need not be UTF-8. */
function rawParam({ name, type, components }: AbiParam): AbiParam {
  const raw = type.replace(/^string/, 'bytes').replace(/^function/, 'bytes24');
  return { name, type: raw, indexed: false, components: components.map(rawParam) };
}

/** Whether data are exactly the encoding of some values of these types. */
function isEncoding(params: readonly AbiParam[], data: Uint8Array): boolean {
  if (params.length === 0) return data.length === 0;
  const raw = params.map(rawParam);
  try {
    const values: readonly unknown[] = decodeAbiParameters(raw, data);
    return equalBytes(fromHex(encodeAbiParameters(raw, values)), data);
  } catch {
    // viem throws a class of its own for each way in which data can be wrong.
    return false;
  }
}

/**
 * The values of constructor arguments; null when the data are not the encoding of such values, or
 * more than that.
 */
export function decodeConstructorArguments(
  abi: readonly unknown[],
  data: Uint8Array,
): AbiArgument[] | null {
  const params = interfaceOf(abi).constructorInputs;
  if (!isEncoding(params, data)) return null;
  return (
    decodeArguments(params, data) ??
    params.map(({ name, type }) => ({ name, type, value: to0x(data) }))
  );
}
