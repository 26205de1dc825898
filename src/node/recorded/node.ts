import { z } from 'zod';
import { keyText } from './catalogue.ts';
import { chainMethods } from './methods/chain.ts';
import { ethMethods } from './methods/eth.ts';
import { marketMethods } from './methods/market.ts';
import type { Method, Present } from './methods/methods.ts';
import type { Result } from './objects.ts';
import { objectMethods } from './methods/objects.ts';
import { sectorMethods } from './methods/sector.ts';
import { stateMethods } from './methods/state.ts';
import type { Player } from './player.ts';
import type { Recording } from './recording.ts';
import { invalidParams, methodNotFound, notFound, notRecorded, RpcRefusal } from './refusal.ts';

/** Answers calls as the recorded node. */
export interface RecordedNode {
  /**
   * @param method wire name, with or without `Filecoin.`
   * @throws Refusal
   */
  call(method: string, params: readonly unknown[]): Result;
}

/** Calls whose recorded answer holds at any time. */
const ALWAYS = new Set([
  'Version',
  'ID',
  'NetAddrsListen',
  'NetAgentVersion',
  'NetAutoNatStatus',
  'NetPeerInfo',
  'NetPeers',
  'SyncState',
  'StateNetworkName',
  'StateGetNetworkParams',
  'StateActorCodeCIDs',
  'StateActorManifestCID',
  'StateChangedActors',
  'ChainGetGenesis',
  'ChainGetEvents',
  'F3GetManifest',
  'F3IsRunning',
  'eth_chainId',
  'net_version',
  'web3_clientVersion',
]);

const Cid = z.object({ '/': z.string() });
const Key = z.array(Cid).nullish();
const RecordedError = z.object({ code: z.int(), message: z.string() });

/**
 * @param settings what `Sextant.Recording` tells besides the position
 * @param without calls that it does not have, `Sextant.Recording` among them for one that tells nobody
 */
export function createRecordedNode(
  recording: Recording,
  player: Player,
  settings: object,
  without: readonly string[] = [],
): { node: RecordedNode; present: Present } {
  const { catalogue, chain } = recording;
  const present: Present = {
    recording,
    player,
    tipset(method, param) {
      const key = Key.safeParse(param);
      if (!key.success) throw invalidParams(method, 'a tipset key is a list of CIDs');
      const cids = (key.data ?? []).map((cid) => cid['/']);
      if (cids.length === 0) return player.head();
      const place = catalogue.tipsetOfKey.get(keyText(cids));
      if (place === undefined && !chain.whole) throw notRecorded(`the tipset of ${cids[0] ?? ''}`);
      if (place === undefined || !player.knows(place)) throw notFound(cids[0] ?? '');
      return place;
    },
    tipsetOfBlock(method, param) {
      const parsed = Cid.safeParse(param);
      if (!parsed.success) throw invalidParams(method, 'a block is named by its CID');
      const cid = parsed.data['/'];
      const place = catalogue.tipsetsOfBlock.get(cid)?.findLast((held) => player.knows(held));
      if (place === undefined) throw notFound(cid);
      return { cid, tipset: place };
    },
    value(value) {
      const text = catalogue.read(value);
      if (!value.failed) return text;
      const { code, message } = RecordedError.parse(JSON.parse(text.toString('utf8')));
      throw new RpcRefusal(code, message);
    },
  };
  const methods = new Map<string, Method>(
    Object.entries({
      ...chainMethods(present),
      ...objectMethods(present),
      ...stateMethods(present),
      ...marketMethods(present),
      ...sectorMethods(present),
      ...ethMethods(present),
      'Sextant.Recording': () =>
        JSON.stringify({
          recorded: true,
          network: recording.network,
          ...player.position(),
          firstHeight: chain.tipset(chain.final[0] ?? 0).height,
          finalHeight: chain.tipset(chain.final.at(-1) ?? 0).height,
          ...settings,
        }),
    }),
  );

  /** Answers about a tipset that hold at that tipset only. */
  const exact = (method: string, params: readonly unknown[]): Result => {
    const key = params.at(-1);
    const place = present.tipset(method, key);
    const subject = JSON.stringify(params.slice(0, -1)).slice(1, -1);
    const value = catalogue.states.get(method)?.get(subject)?.get(place);
    if (value === undefined)
      throw notRecorded(`${method} of ${subject} at height ${chain.tipset(place).height}`);
    return present.value(value);
  };

  const node: RecordedNode = {
    call(wireName, params) {
      const method = wireName.replace(/^Filecoin\./, '');
      if (without.includes(method)) throw methodNotFound(wireName);
      const own = methods.get(method);
      if (own !== undefined) return own(params);
      const answers = catalogue.answers.get(method);
      if (answers !== undefined && ALWAYS.has(method)) {
        const value = answers.get(JSON.stringify(params));
        if (value === undefined) throw notRecorded(`${method} of these parameters`);
        return present.value(value);
      }
      if (catalogue.states.has(method)) return exact(method, params);
      throw methodNotFound(wireName);
    },
  };
  return { node, present };
}
