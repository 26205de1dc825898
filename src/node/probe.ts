import { WebSocket } from 'ws';
import { check, type Calls } from './calls.ts';
import { METHOD_NOT_FOUND, NodeError } from './errors.ts';
import { probeObjects } from './objects/probe.ts';
import { ifTold } from './refusals.ts';
import { readReply } from './rpc.ts';
import * as schemas from './schemas.ts';
import type { Shape } from './schemas/inPlace.ts';
import type { Capability, NodeInfo } from './types.ts';

/** Called without parameters: a node that has them complains of the parameters. */
const OVER_HTTP: readonly Capability[] = [
  'StateCompute',
  'ChainGetEvents',
  'ChainGetFinalizedTipSet',
  'F3GetLatestCertificate',
  'StateVMCirculatingSupplyInternal',
];
/** Without these an index lacks rows: that the node has none of them is asked again until it is sure. */
const NEEDED: ReadonlySet<Capability> = new Set([
  'ChainGetEvents',
  'StateChangedActors',
  'StateVMCirculatingSupplyInternal',
]);
const STREAMS: readonly Capability[] = ['ChainNotify', 'MpoolSub'];

/**
 * Finds out what node it is and which calls it has. A call counts as missing only when the node
 * says so ("method not found"), or when its websocket cannot be reached for a stream.
 * Throws NodeError, also while it is not sure that a call is missing.
 */
export async function probeNode(
  { once, read }: Calls,
  socket: { url: URL; headers: Readonly<Record<string, string>>; timeoutMs: number },
): Promise<NodeInfo> {
  const has = async (capability: Capability): Promise<boolean> => {
    try {
      await once(`Filecoin.${capability}`, []);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      const { kind, lasting } = error;
      if (kind === 'unsupported' && (lasting || !NEEDED.has(capability))) return false;
      if (kind !== 'rpc') throw error;
    }
    return true;
  };
  const recordingTold = ifTold(read('Sextant.Recording', schemas.RecordingStatus));
  const [networkName, params, genesis, version, recording, changes, streams, objects, ...found] =
    await Promise.all([
      read('Filecoin.StateNetworkName', schemas.NetworkName),
      read('Filecoin.StateGetNetworkParams', schemas.NetworkParams),
      read('Filecoin.ChainGetGenesis', schemas.Tipset),
      nodeVersion(once),
      recordingTold,
      // Live nodes are never asked for it (client.ts).
      recordingTold.then((told) => told !== null && has('StateChangedActors')),
      probeStreams(socket),
      probeObjects({
        head: () => read('Filecoin.ChainHead', schemas.Tipset),
        chainReadObj: (cid) => read('Filecoin.ChainReadObj', schemas.ChainObject, [cid]),
      }),
      ...OVER_HTTP.map(has),
    ]);
  const capabilities = new Set<Capability>([...streams, ...objects]);
  if (changes) capabilities.add('StateChangedActors');
  OVER_HTTP.forEach((capability, place) => {
    if (found[place] === true) capabilities.add(capability);
  });
  const chainId = params.Eip155ChainID;
  return {
    networkName,
    chainId,
    version,
    genesis,
    params,
    capabilities,
    recorded: recording !== null,
    firstHeight: recording?.firstHeight ?? 0,
  };
}

/** For people; nothing depends on it, so that it is asked once. */
async function nodeVersion(once: Calls['once']): Promise<string | null> {
  const ask = async <T>(method: string, schema: Shape<T>): Promise<T> =>
    check(method, schema, await once(method, []));
  const told = await ifTold(ask('Filecoin.Version', schemas.Version));
  if (told !== null) return told.Agent ? `${told.Agent}/${told.Version}` : told.Version;
  return ifTold(ask('web3_clientVersion', schemas.ClientVersion));
}

/** Opens each stream once over one short connection. */
function probeStreams(socket: {
  url: URL;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
}): Promise<Capability[]> {
  return new Promise((resolve) => {
    const { url, headers, timeoutMs } = socket;
    const ws = new WebSocket(url, { headers, handshakeTimeout: timeoutMs });
    const found: Capability[] = [];
    const answered = new Set<number>();
    const timer = setTimeout(() => ws.terminate(), timeoutMs);
    ws.on('open', () => {
      STREAMS.forEach((method, id) => {
        ws.send(JSON.stringify({ jsonrpc: '2.0', id, method: `Filecoin.${method}`, params: [] }));
      });
    });
    ws.on('message', (data) => {
      const reply = parseReply(String(data));
      if (typeof reply?.id !== 'number' || answered.has(reply.id)) return;
      answered.add(reply.id);
      const capability = STREAMS[reply.id];
      if (capability !== undefined && reply.error?.code !== METHOD_NOT_FOUND)
        found.push(capability);
      if (answered.size === STREAMS.length) ws.terminate();
    });
    ws.on('error', () => ws.terminate());
    ws.on('close', () => {
      clearTimeout(timer);
      resolve(found);
    });
  });
}

function parseReply(text: string): ReturnType<typeof readReply> {
  try {
    const value: unknown = JSON.parse(text);
    const isNotice = typeof value === 'object' && value !== null && 'method' in value;
    return isNotice ? null : readReply(value);
  } catch {
    return null;
  }
}
