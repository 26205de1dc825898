/** Which of a node's calls are passed on to it: reads that a wallet or a contract's reader needs. */
import { z } from 'zod';

/** Ethereum's dialect (execution-apis), as Lotus and Forest speak it. */
const ETHEREUM = [
  'blockNumber',
  'call',
  'chainId',
  'estimateGas',
  'feeHistory',
  'gasPrice',
  'getBalance',
  'getBlockByHash',
  'getBlockByNumber',
  'getBlockReceipts',
  'getBlockTransactionCountByHash',
  'getBlockTransactionCountByNumber',
  'getCode',
  'getLogs',
  'getStorageAt',
  'getTransactionByBlockHashAndIndex',
  'getTransactionByBlockNumberAndIndex',
  'getTransactionByHash',
  'getTransactionCount',
  'getTransactionReceipt',
  'maxPriorityFeePerGas',
  'protocolVersion',
  'syncing',
];

/** The node's own dialect: what a wallet reads before it signs, and what contracts' readers ask. */
const FILECOIN = [
  'ChainGetBlock',
  'ChainGetBlockMessages',
  'ChainGetGenesis',
  'ChainGetMessage',
  'ChainGetMessagesInTipset',
  'ChainGetParentMessages',
  'ChainGetParentReceipts',
  'ChainGetTipSet',
  'ChainGetTipSetAfterHeight',
  'ChainGetTipSetByHeight',
  'ChainHead',
  'EthAddressToFilecoinAddress',
  'EthGetMessageCidByTransactionHash',
  'EthGetTransactionHashByCid',
  'FilecoinAddressToEthAddress',
  'GasEstimateFeeCap',
  'GasEstimateGasLimit',
  'GasEstimateGasPremium',
  'GasEstimateMessageGas',
  'MpoolGetNonce',
  'MsigGetAvailableBalance',
  'MsigGetPending',
  'MsigGetVested',
  'MsigGetVestingSchedule',
  'StateAccountKey',
  'StateActorCodeCIDs',
  'StateCall',
  'StateGetActor',
  'StateGetNetworkParams',
  'StateLookupID',
  'StateLookupRobustAddress',
  'StateMarketBalance',
  'StateMinerAvailableBalance',
  'StateMinerInfo',
  'StateMinerPower',
  'StateNetworkName',
  'StateNetworkVersion',
  'StateReadState',
  'StateSearchMsg',
  'StateVerifiedClientStatus',
  'Version',
  'WalletBalance',
];

/** Wire names of the reads that are passed on. */
export const READS: ReadonlySet<string> = new Set([
  ...ETHEREUM.map((name) => `eth_${name}`),
  'net_listening',
  'net_version',
  'web3_clientVersion',
  ...FILECOIN.map((name) => `Filecoin.${name}`),
]);

/**
 * A call as eth_call has it, with the calls that it makes within (Parity's dialect). Forest has it from
 * 0.32.2 on; Lotus does not.
 */
export const TRACE = 'trace_call';

/** Longest number or address, 0x and 32 bytes. */
const MAX_WORD = 66;
// A text before its length is looked at (reply.ts).
const wordSchema = z.string().pipe(z.string().max(MAX_WORD)).optional();
const traceSchema = z.tuple([
  z.strictObject({
    from: wordSchema,
    to: wordSchema,
    gas: wordSchema,
    gasPrice: wordSchema,
    value: wordSchema,
    data: z.string().optional(),
    input: z.string().optional(),
  }),
  z.tuple([z.literal('trace')]),
  wordSchema,
]);

/**
 * Why the params of {@link TRACE} are refused; null where they are not. State diffs and overrides would
 * have the node do more than a call does.
 */
export function traceRefusal(params: readonly unknown[]): string | null {
  return traceSchema.safeParse(params).success
    ? null
    : `${TRACE} takes a transaction, ["trace"] and a block by its number or name`;
}

/** The one call that writes. It brings its signature along: no key is here or at the node. */
export const SEND = 'eth_sendRawTransaction';

const SUBSCRIPTIONS = /^(?:eth_(?:un)?subscribe|Filecoin\.(?:ChainNotify|MpoolSub|Subscribe\w*))$/;
const FILTERS = /^eth_(?:new\w*Filter|getFilter\w+|uninstallFilter)$/;
const KEYS =
  /^(?:eth_(?:accounts|sign\w*|sendTransaction)|personal_\w+|Filecoin\.(?:Wallet\w+|MpoolPushMessage))$/;
const NAME_SHOWN = 80;

/** Why a call is not passed on, for whoever wrote the client. */
export function refusalOf(method: string): string {
  if (SUBSCRIPTIONS.test(method))
    return 'subscriptions are not offered here: ask again, or hear of new tipsets at /socket.io/';
  if (FILTERS.test(method))
    return 'filters are not offered here, they would be kept in the node: ask eth_getLogs';
  if (KEYS.test(method))
    return `no keys are held here: sign in a wallet and send the result by ${SEND}`;
  return `the method ${method.slice(0, NAME_SHOWN)} is not offered here`;
}
