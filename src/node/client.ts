import { to0x } from '#filecoin/encoding/bytes.ts';
import { createCalls } from './calls.ts';
import {
  isActorNotFound,
  isDealNotFound,
  isNameNotFound,
  isReverted,
  NodeError,
} from './errors.ts';
import { SILENT, type Logger } from './log.ts';
import { probeNode } from './probe.ts';
import { ifTold, orNull, Refusals } from './refusals.ts';
import { createRpc, type HeavyCalls } from './rpc.ts';
import * as schemas from './schemas.ts';
import { inPlace, type Shape } from './schemas/inPlace.ts';
import { readTraces } from './strip.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createTransport } from './transport.ts';
import type { NodeClient, TipsetJson } from './types.ts';

export interface NodeClientOptions {
  /** The JSON-RPC endpoint, e.g. `http://127.0.0.1:1234/rpc/v1`; its websocket has the same path. */
  readonly url: string;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined;
  readonly log?: Logger | undefined;
  /** Time limit of a call, ms. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Time limit of StateCompute, ms; an archive node may take minutes. Default 600,000. */
  readonly computeTimeoutMs?: number | undefined;
  /** Requests under way at a time. Default 16. */
  readonly concurrency?: number | undefined;
  /** Calls in one request; 1 sends each alone. Default 50. */
  readonly maxBatch?: number | undefined;
  /** Tries of a request. Default 4. */
  readonly attempts?: number | undefined;
  /** Delay before the second try, ms. Default 250. */
  readonly retryDelayMs?: number | undefined;
  /** Longest answer, bytes, unpacked; of a trace what is left of it. Default 512 MiB; 2 GiB of a trace. */
  readonly maxBytes?: number | undefined;
  /** Ask for packed answers. Default: unless the node is on this machine. */
  readonly gzip?: boolean | undefined;
  /** A stream's ping interval, ms. Default 15,000. */
  readonly heartbeatMs?: number | undefined;
  /** First and longest delay before a stream is opened again, ms. Default 500 and 30,000. */
  readonly reconnectMs?: number | undefined;
  readonly maxReconnectMs?: number | undefined;
  /** From when on a call that is refused again and again counts as never answered, ms. Default 600,000. */
  readonly patienceMs?: number | undefined;
  /** From when on a method that is said again and again to be unknown counts as such, ms. Default 30,000. */
  readonly confirmMs?: number | undefined;
}

/** Answers that every tipset brings. */
const frequent = {
  BlockMessages: inPlace(schemas.BlockMessages),
  Receipts: inPlace(schemas.Receipts),
  StateCompute: inPlace(schemas.StateCompute),
  ChangedActors: inPlace(schemas.ChangedActors),
  ActorState: inPlace(schemas.ActorState),
  CirculatingSupply: inPlace(schemas.CirculatingSupply),
};

/** Longest answer of a contract's read, bytes of JSON: 64 KiB as hex. */
const MAX_CALL_RESULT = 128 << 10;

/** Most bytes of a trace that may be left: five blocks of calls at their cheapest have half as many. */
const MAX_TRACE = 2 ** 31;

/** The same of one that is asked for ahead of others; 700 messages of mainnet leave some 5 MiB. */
const MAX_TRACE_AHEAD = 32 << 20;

/**
 * Payloads of the calls that one message's calls make, bytes of base64. None is longer than 1 MiB (FVM's
 * largest block), and the first 20 MB are whole whatever they are; a block's gas pays for 1 GiB and more.
 */
const MAX_PAYLOADS = 64 << 20;

/** Such payloads of all messages of a tipset: so many full blocks are read, however many messages share them. */
const MAX_ALL_PAYLOADS = 256 << 20;

/** What nothing reads of a trace: a contract's cheap system calls cost it some 200 bytes each. */
const UNREAD = ['GasCharges', 'IpldOps', 'Logs', 'GasLimit'];

/** A client of a Filecoin node; nothing is sent before the first call. */
export function createNodeClient(options: NodeClientOptions): NodeClient {
  const url = new URL(options.url);
  const log = options.log ?? SILENT;
  const headers: Record<string, string> =
    options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  const timeoutMs = options.timeoutMs ?? 60_000;
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const { attempts = 4, retryDelayMs = 250 } = options;
  const transport = createTransport({
    url,
    headers,
    log,
    concurrency: options.concurrency ?? 16,
    attempts,
    retryDelayMs,
    maxBytes: options.maxBytes ?? 512 << 20,
    gzip: options.gzip ?? !local,
  });
  const rpc = createRpc({ transport, timeoutMs, maxBatch: options.maxBatch ?? 50 });
  const computing = (mostKept: number): HeavyCalls => ({
    timeoutMs: options.computeTimeoutMs ?? 600_000,
    reader: () =>
      readTraces({
        unread: UNREAD,
        maxKept: Math.min(options.maxBytes ?? MAX_TRACE, mostKept),
        maxTexts: MAX_PAYLOADS,
        maxAllTexts: MAX_ALL_PAYLOADS,
        maxNativeTexts: MAX_PAYLOADS,
      }),
  });
  const alone = computing(MAX_TRACE);
  const ahead = computing(MAX_TRACE_AHEAD);
  let recorded = false;
  const socketUrl = new URL(url);
  socketUrl.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';

  const refusals = new Refusals({
    patienceMs: options.patienceMs ?? 600_000,
    confirmMs: options.confirmMs ?? 30_000,
  });
  const calls = createCalls({ rpc, refusals, attempts, retryDelayMs });
  const { read } = calls;
  const ask = <T>(name: string, schema: Shape<T>, ...params: unknown[]): Promise<T> =>
    read(`Filecoin.${name}`, schema, params);

  /**
   * A call whose cost grows with the network's whole state: seconds and gigabytes on a large one. Only
   * a recording is asked, which has the answer ready.
   */
  const askRecording = async <T>(
    name: string,
    schema: Shape<T>,
    ...params: unknown[]
  ): Promise<T> => {
    recorded ||= (await orNull(read('Sextant.Recording', schemas.RecordingStatus))) !== null;
    if (recorded) return ask(name, schema, ...params);
    throw new NodeError('unsupported', `Filecoin.${name}`, 'never asked of a live node', {
      lasting: true,
    });
  };

  const chainHead = (): Promise<TipsetJson> => ask('ChainHead', schemas.Tipset);

  const subscriptions = createSubscriptions({
    url: socketUrl,
    headers,
    log,
    chainHead,
    heartbeatMs: options.heartbeatMs ?? 15_000,
    delayMs: options.reconnectMs ?? 500,
    maxDelayMs: options.maxReconnectMs ?? 30_000,
  });

  return {
    url: options.url,
    probe: () =>
      probeNode(calls, { url: socketUrl, headers, timeoutMs: Math.min(timeoutMs, 15_000) }),
    recording: () => ifTold(read('Sextant.Recording', schemas.RecordingStatus)),
    silence: () => transport.silence(timeoutMs),

    chainHead,
    chainGetTipSet: (key) => ask('ChainGetTipSet', schemas.Tipset, key),
    chainGetTipSetByHeight: (height, anchor) =>
      ask('ChainGetTipSetByHeight', schemas.Tipset, height, anchor),
    chainGetTipSetAfterHeight: (height, anchor) =>
      ask('ChainGetTipSetAfterHeight', schemas.Tipset, height, anchor),
    chainGetFinalizedTipSet: () => ask('ChainGetFinalizedTipSet', schemas.Tipset),
    chainGetBlockMessages: (block) => ask('ChainGetBlockMessages', frequent.BlockMessages, block),
    chainGetMessagesInTipset: (key) => ask('ChainGetMessagesInTipset', schemas.ParentMessages, key),
    chainGetParentMessages: (block) => ask('ChainGetParentMessages', schemas.ParentMessages, block),
    chainGetParentReceipts: (block) => ask('ChainGetParentReceipts', frequent.Receipts, block),
    chainGetEvents: (root) => ask('ChainGetEvents', schemas.Events, root),
    chainGetMessage: (cid) => ask('ChainGetMessage', schemas.Message, cid),
    stateCompute: (height, key, among) =>
      read('Filecoin.StateCompute', frequent.StateCompute, [height, null, key], {
        heavy: among?.ahead ? ahead : alone,
      }),
    stateChangedActors: (before, after) =>
      askRecording('StateChangedActors', frequent.ChangedActors, before, after),
    stateGetActor: (address, key) =>
      unless(isActorNotFound, ask('StateGetActor', schemas.Actor.nullable(), address, key)),
    stateListActors: (key) => askRecording('StateListActors', schemas.Addresses, key),
    stateLookupId: (address, key) =>
      unless(isActorNotFound, ask('StateLookupID', schemas.Address, address, key)),
    stateLookupRobustAddress: (id, key) =>
      unless(isNameNotFound, ask('StateLookupRobustAddress', schemas.Address, id, key)),
    stateAccountKey: (id, key) => ask('StateAccountKey', schemas.Address, id, key),
    stateReadState: (address, key) => ask('StateReadState', frequent.ActorState, address, key),
    chainReadObj: (cid) =>
      read('Filecoin.ChainReadObj', schemas.ChainObject, [cid], { text: true }),
    msigGetPending: (address, key) => ask('MsigGetPending', schemas.PendingProposals, address, key),
    stateNetworkVersion: (key) => ask('StateNetworkVersion', schemas.NetworkVersion, key),
    stateActorCodeCids: (version) => ask('StateActorCodeCIDs', schemas.CodeCids, version),
    stateMinerPower: (address, key) => ask('StateMinerPower', schemas.Power, address, key),
    stateListMiners: (key) => ask('StateListMiners', schemas.Addresses, key),
    stateMinerInfo: (address, key) => ask('StateMinerInfo', schemas.MinerInfo, address, key),
    stateMinerSectorCount: (address, key) =>
      ask('StateMinerSectorCount', schemas.SectorCount, address, key),
    stateMinerFaults: (address, key) => ask('StateMinerFaults', schemas.Bits, address, key),
    stateMinerRecoveries: (address, key) => ask('StateMinerRecoveries', schemas.Bits, address, key),
    stateMinerSectors: (address, sectors, key) =>
      ask('StateMinerSectors', schemas.Sectors, address, sectors, key),
    stateMinerPartitions: (address, deadline, key) =>
      ask('StateMinerPartitions', schemas.Partitions, address, deadline, key),
    stateMinerAvailableBalance: (address, key) =>
      ask('StateMinerAvailableBalance', schemas.Amount, address, key),
    minerVestingFunds: async () => null,
    stateCirculatingSupply: (key) =>
      ask('StateVMCirculatingSupplyInternal', frequent.CirculatingSupply, key),
    stateMarketDeals: (key) => askRecording('StateMarketDeals', schemas.MarketDeals, key),
    stateMarketStorageDeal: (id, key) =>
      unless(isDealNotFound, ask('StateMarketStorageDeal', schemas.MarketDeal, id, key)),
    stateGetAllAllocations: (key) =>
      askRecording('StateGetAllAllocations', schemas.Allocations, key),
    stateGetAllClaims: (key) => askRecording('StateGetAllClaims', schemas.Claims, key),
    stateGetAllocation: (client, id, key) =>
      ask('StateGetAllocation', schemas.Allocation.nullable(), client, id, key),
    stateGetClaim: (provider, id, key) =>
      ask('StateGetClaim', schemas.Claim.nullable(), provider, id, key),
    stateVerifierStatus: (address, key) =>
      ask('StateVerifierStatus', schemas.DataCap, address, key),
    stateVerifiedClientStatus: (address, key) =>
      ask('StateVerifiedClientStatus', schemas.DataCap, address, key),
    ethCall: (to, data, height) =>
      unless(
        isReverted,
        read(
          'eth_call',
          schemas.CallResult,
          [{ to: to0x(to), data: to0x(data) }, blockOf(height)],
          // Whoever wrote the contract decides how long its answer is.
          { alone: { timeoutMs, maxBytes: MAX_CALL_RESULT } },
        ),
      ),
    ethGetCode: (address, height) =>
      read('eth_getCode', schemas.CallResult, [to0x(address), blockOf(height)]),
    ethGetStorageAt: (address, slot, height) =>
      // Nothing proves the answer: it must not be taken for another one of the same request.
      read('eth_getStorageAt', schemas.StorageWord, [to0x(address), to0x(slot), blockOf(height)], {
        alone: { timeoutMs },
      }),
    f3LatestCertificate: () =>
      unless(isWithoutF3, ask('F3GetLatestCertificate', schemas.F3Certificate)),
    f3Certificate: (instance) => orNull(ask('F3GetCertificate', schemas.F3Certificate, instance)),
    netPeers: () => ask('NetPeers', schemas.Peers),
    netAgentVersion: (id) => ifTold(ask('NetAgentVersion', schemas.AgentVersion, id)),
    mpoolPending: () => ask('MpoolPending', schemas.PendingMessages, null),

    subscribeHeads: subscriptions.heads,
    subscribeMpool: subscriptions.mpool,

    async close() {
      subscriptions.close();
      transport.close();
      await Promise.resolve();
    },
  };
}

/** Ethereum's block parameter: the state after the execution of the tipset at `height`. */
function blockOf(height: number | undefined): string {
  return height === undefined ? 'latest' : `0x${height.toString(16)}`;
}

async function unless<T>(
  isNone: (error: unknown) => boolean,
  answer: Promise<T>,
): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isNone(error)) return null;
    throw error;
  }
}

/** F3 may be switched off, not yet begun, or unknown to the node's version. */
function isWithoutF3(error: unknown): boolean {
  return error instanceof NodeError && error.kind === 'rpc' && /\bf3\b/i.test(error.message);
}
