import { z } from 'zod';
import type { Value } from '../catalogue.ts';
import type { Methods, Present } from './methods.ts';
import type { Result } from '../objects.ts';
import { invalidParams, notRecorded } from '../refusal.ts';

/** Selectors of reads that no contract of the recording ever answers differently. */
const CONSTANT_READS = new Set([
  '0x06fdde03', // name()
  '0x95d89b41', // symbol()
  '0x313ce567', // decimals()
  '0x01ffc9a7', // supportsInterface(bytes4)
]);

const Call = z.object({
  to: z.string(),
  data: z.string().optional(),
  input: z.string().optional(),
  from: z.null().optional(),
});

/**
 * The Ethereum-shaped calls. What was read of contracts was read at the recording's end and holds
 * there only; code and constant reads hold from the contract's creation on.
 */
export function ethMethods(present: Present): Methods {
  const { recording, player } = present;
  const { catalogue, chain, actors } = recording;
  const recorded = (method: string): ReadonlyMap<string, Value> =>
    catalogue.answers.get(method) ?? new Map<string, Value>();
  /** Hexadecimal means the same in either case, and was recorded in both. */
  const lower = new Map<string, Map<string, Value>>();
  for (const [method, answers] of catalogue.answers)
    if (method.startsWith('eth_'))
      lower.set(method, new Map([...answers].map(([key, value]) => [key.toLowerCase(), value])));

  const filecoinAddress = new Map<string, string>();
  for (const [params, value] of recorded('FilecoinAddressToEthAddress')) {
    const [address] = z.tuple([z.string()]).parse(JSON.parse(params));
    if (value.failed || !address.startsWith('f4')) continue;
    filecoinAddress.set(
      z.string().parse(JSON.parse(catalogue.read(value).toString('utf8'))),
      address,
    );
  }
  const exists = (contract: string): boolean => {
    const address = filecoinAddress.get(contract.toLowerCase());
    if (address === undefined) return false;
    try {
      actors.idOf(address, player.head());
      return true;
    } catch {
      return false;
    }
  };
  /** The newest executed tipset, which "latest" means. */
  const newest = (): string => {
    const { parent } = chain.tipset(player.head());
    return `0x${(parent < 0 ? 0 : chain.tipset(parent).height).toString(16)}`;
  };
  const lookUp = (method: string, params: unknown[], block: unknown, contract: string | null) => {
    const value = lower.get(method)?.get(JSON.stringify(params));
    if (value === undefined || (block !== undefined && block !== 'latest' && block !== newest()))
      throw notRecorded(`${method} of these parameters`);
    if (player.head() === chain.final.at(-1)) return present.value(value);
    if (contract === null || value.failed || !exists(contract))
      throw notRecorded(`${method} below the recording's end`);
    const text = present.value(value);
    // Empty is what a contract that has destroyed itself answers at the end.
    if (text.toString('latin1') === '"0x"')
      throw notRecorded(`${method} below the recording's end`);
    return text;
  };
  const atEnd =
    (method: string, constant = false) =>
    (params: readonly unknown[]): Result => {
      const words = z.array(z.string()).safeParse(params);
      if (!words.success) throw invalidParams(method, 'expected texts');
      const known = words.data.map((word) => word.toLowerCase());
      const [contract] = known;
      return lookUp(method, known, known.at(-1), constant ? (contract ?? null) : null);
    };

  return {
    eth_blockNumber: () => JSON.stringify(newest()),
    eth_call: ([call, block]) => {
      const parsed = Call.safeParse(call);
      if (!parsed.success) throw notRecorded('eth_call with other fields than to and data');
      const { to, data = parsed.data.input ?? '0x' } = parsed.data;
      const canonical = { to: to.toLowerCase(), data: data.toLowerCase() };
      const constant = CONSTANT_READS.has(canonical.data.slice(0, 10));
      return lookUp('eth_call', [canonical, 'latest'], block, constant ? canonical.to : null);
    },
    eth_getCode: atEnd('eth_getCode', true),
    eth_getBalance: atEnd('eth_getBalance'),
    eth_getTransactionCount: atEnd('eth_getTransactionCount'),
    eth_getStorageAt: atEnd('eth_getStorageAt'),
    eth_gasPrice: () => lookUp('eth_gasPrice', [], undefined, null),
    eth_maxPriorityFeePerGas: () => lookUp('eth_maxPriorityFeePerGas', [], undefined, null),
    FilecoinAddressToEthAddress: ([address]) => {
      const value = recorded('FilecoinAddressToEthAddress').get(JSON.stringify([address]));
      if (value === undefined) throw notRecorded('FilecoinAddressToEthAddress of this address');
      return present.value(value);
    },
  };
}
