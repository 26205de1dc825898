/** A chain of an EVM alone, for tests of what only a network that may be written to can show. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ContractDecoder,
  EdrContext,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkFromString,
  l1ProviderFactory,
  MineOrdering,
  PRAGUE,
} from '@nomicfoundation/edr';
import { z } from 'zod';
import { fromHex } from '#filecoin/encoding/bytes.ts';

export interface DevelopmentEvm {
  url: string;
  close(): Promise<void>;
}

/** Filecoin's chain id for networks on one machine. */
export const DEVELOPMENT_CHAIN_ID = 31_415_926;
const callSchema = z.object({ id: z.union([z.number(), z.string()]) });
const bodySchema = z.looseObject({});
const GAS_LIMIT = 30_000_000n;

/**
 * Starts a chain that makes a block of every transaction.
 * @param rich addresses that own 1,000 coins each
 * @param contracts runtime code (0x) by address, there from the beginning on
 */
export async function startDevelopmentEvm(
  rich: readonly string[],
  contracts: ReadonlyMap<string, string> = new Map(),
): Promise<DevelopmentEvm> {
  const context = new EdrContext();
  await context.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory());
  const provider = await context.createProvider(
    L1_CHAIN_TYPE,
    {
      allowBlocksWithSameTimestamp: true,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: true,
      chainId: BigInt(DEVELOPMENT_CHAIN_ID),
      networkId: BigInt(DEVELOPMENT_CHAIN_ID),
      coinbase: fromHex('c0'.repeat(20)),
      defaultTransactionGasLimit: 10_000_000n,
      genesisState: [
        ...l1GenesisState(l1HardforkFromString(PRAGUE)),
        ...rich.map((address) => ({ address: fromHex(address.slice(2)), balance: 10n ** 21n })),
        ...[...contracts].map(([address, code]) => ({
          address: fromHex(address.slice(2)),
          code: fromHex(code.slice(2)),
        })),
      ],
      hardfork: PRAGUE,
      initialBaseFeePerGas: 100n,
      minGasPrice: 0n,
      mining: {
        autoMine: true,
        blockGasLimit: GAS_LIMIT,
        memPool: { order: MineOrdering.Priority },
      },
      network: { genesisBlockGasLimit: GAS_LIMIT },
      observability: {},
      ownedAccounts: [],
      precompileOverrides: [],
    },
    {
      enable: false,
      decodeConsoleLogInputsCallback: () => [],
      printLineCallback: () => undefined,
    },
    { subscriptionCallback: () => undefined },
    new ContractDecoder(),
  );
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      provider.handleRequest(text).then(
        ({ data }) => {
          // Result or error; what frames them is left to the server.
          const body: unknown = typeof data === 'string' ? JSON.parse(data) : data;
          const { id } = callSchema.parse(JSON.parse(text));
          res.setHeader('content-type', 'application/json');
          res.end(JSON.stringify({ jsonrpc: '2.0', id, ...bodySchema.parse(body) }));
        },
        () => res.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
