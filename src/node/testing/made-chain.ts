/**
 * A chain of one's own making, as a recording: whatever a test wants to stand on a chain. CIDs,
 * roots, gas and balances are as the protocol makes them; what a call does to states is not computed,
 * the test says it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headerDigest, headerFromJson, messagesDigest } from '#filecoin/block.ts';
import { toBase64 } from '#filecoin/encoding/bytes.ts';
import { cidOf, digestOf } from '#filecoin/encoding/cid.ts';
import { receiptFromJson, receiptsDigest } from '#filecoin/receipt.ts';
import { formatJson } from '../json.ts';
import type { BlockHeaderJson, CidJson } from '../types.ts';
import {
  cidOfText,
  codeOf,
  minerInfo,
  NO_POWER,
  type MadeActor,
  type MadeMessage,
} from './made-actors.ts';
import {
  BASE_FEE,
  execute,
  type MadeBlock,
  type MadeStep,
  type MadeTipset,
  type State,
} from './made-run.ts';

const GENESIS_TIME = 1_600_000_000;
const EPOCH_SECONDS = 30;
const NETWORK_VERSION = 29;

const NO_RECEIPTS = { '/': cidOf(receiptsDigest([], true)) };

export class MadeChain {
  readonly genesis: MadeTipset;
  readonly #tipsets: MadeTipset[] = [];

  constructor(actors: Readonly<Record<number, MadeActor>>) {
    const state: State = new Map(Object.entries(actors).map(([id, actor]) => [Number(id), actor]));
    const header = this.#header(0, 0, [cidOfText('before the genesis')], state, NO_RECEIPTS, []);
    this.genesis = this.#add(0, [{ ...header, Miner: 'f00', ElectionProof: null }], {
      before: state,
      after: state,
      trace: [],
      receipts: [],
      events: [],
    });
  }

  /** A tipset on top of another one. */
  next(parent: MadeTipset, step: MadeStep): MadeTipset {
    const { height, blocks } = step;
    const weight = parent.json.Height + height * 1000 + blocks.length;
    const headers = blocks.map(({ miner, messages, header = {} }, place) => ({
      ...this.#header(
        height,
        weight,
        parent.json.Cids,
        parent.after,
        { '/': cidOf(receiptsDigest(parent.receipts.map(receiptFromJson), true)) },
        messages,
      ),
      Miner: `f0${miner}`,
      Ticket: { VRFProof: toBase64(Uint8Array.of(place, height % 256)) },
      ...header,
    }));
    return this.#add(height, headers, execute(parent.after, step), blocks);
  }

  readonly #messages = new Map<string, readonly MadeMessage[]>();

  #add(
    height: number,
    Blocks: BlockHeaderJson[],
    rest: Omit<MadeTipset, 'json'>,
    blocks: readonly MadeBlock[] = [],
  ): MadeTipset {
    const Cids = Blocks.map((block) => ({ '/': cidOf(headerDigest(headerFromJson(block))) }));
    Cids.forEach((cid, place) => this.#messages.set(cid['/'], blocks[place]?.messages ?? []));
    const tipset = { json: { Cids, Blocks, Height: height }, ...rest };
    this.#tipsets.push(tipset);
    return tipset;
  }

  #header(
    Height: number,
    weight: number,
    Parents: CidJson[],
    state: State,
    receipts: CidJson,
    messages: readonly MadeMessage[],
  ): BlockHeaderJson {
    return {
      Miner: 'f01000',
      Ticket: { VRFProof: 'AA==' },
      ElectionProof: { WinCount: 1, VRFProof: 'AA==' },
      BeaconEntries: null,
      WinPoStProof: null,
      Parents,
      ParentWeight: String(weight),
      Height,
      ParentStateRoot: rootOf(state),
      ParentMessageReceipts: receipts,
      Messages: {
        '/': cidOf(
          messagesDigest(
            [],
            messages.map(({ cid }) => digestOf(cid['/'])),
          ),
        ),
      },
      BLSAggregate: null,
      Timestamp: GENESIS_TIME + Height * EPOCH_SECONDS,
      BlockSig: null,
      ForkSignaling: 0,
      ParentBaseFee: String(BASE_FEE),
    };
  }

  /** Writes the recording; `heads`: the tipsets in the order in which they were announced. */
  async write(folder: string, heads: readonly MadeTipset[]): Promise<void> {
    await mkdir(folder, { recursive: true });
    const lines = [...this.#network(), ...this.#tipsets.flatMap((tipset) => this.#told(tipset))];
    const last = heads.at(-1) ?? this.genesis;
    for (const [id, { robust }] of last.before) {
      if (!robust) continue;
      const key = last.json.Cids;
      lines.push(
        answer('StateLookupID', [robust, key], `f0${id}`),
        answer('StateLookupRobustAddress', [`f0${id}`, key], robust),
        answer('StateAccountKey', [`f0${id}`, key], robust),
      );
    }
    await writeFile(join(folder, 'answers.ndjson'), `${lines.join('\n')}\n`);
    await writeFile(
      join(folder, 'timeline.ndjson'),
      `${timeline(heads, this.#tipsets).join('\n')}\n`,
    );
  }

  #network(): string[] {
    const genesis = this.genesis.json;
    const codes = Object.fromEntries(
      ['account', 'cron', 'evm', 'init', 'multisig', 'paymentchannel', 'reward', 'storagemarket']
        .concat(['storageminer', 'storagepower', 'system', 'verifiedregistry', 'datacap', 'eam'])
        .map((kind) => [kind, { '/': codeOf(kind) }]),
    );
    return [
      answer('StateNetworkName', [], 'made'),
      answer('StateGetNetworkParams', [], {
        NetworkName: 'made',
        BlockDelaySecs: EPOCH_SECONDS,
        ForkUpgradeParams: { UpgradeSmokeHeight: -1 },
        Eip155ChainID: 31415926,
        GenesisTimestamp: GENESIS_TIME,
      }),
      answer('ChainGetGenesis', [], genesis),
      answer('eth_chainId', [], '0x1df5e76'),
      answer('StateActorCodeCIDs', [NETWORK_VERSION], codes),
    ];
  }

  #told({ json, before, after, trace, receipts, events }: MadeTipset): string[] {
    const { Cids, Height } = json;
    const lines = [formatJson({ tipset: json })];
    for (const cid of Cids) {
      const messages = this.#messages.get(cid['/']) ?? [];
      lines.push(
        answer('ChainGetBlockMessages', [cid], {
          BlsMessages: [],
          SecpkMessages: messages.map(({ json: Message, signature: Signature, cid: CID }) => ({
            Message,
            Signature,
            CID,
          })),
          Cids: messages.map((message) => message.cid),
        }),
      );
    }
    lines.push(
      answer('StateNetworkVersion', [Cids], NETWORK_VERSION),
      answer('StateMinerPower', ['', Cids], NO_POWER),
    );
    if (Height === 0) {
      const ids = [...before.keys()].map((id) => `f0${id}`);
      lines.push(answer('StateListActors', [Cids], ids));
      for (const [id, actor] of before)
        lines.push(answer('StateGetActor', [`f0${id}`, Cids], entryOf(id, actor)));
      return [...lines, ...statesOf(before, Cids)];
    }
    lines.push(
      answer('StateCompute', [Height, null, Cids], { Root: rootOf(after), Trace: trace }),
      answer(
        'StateChangedActors',
        [rootOf(before), rootOf(after)],
        Object.fromEntries(
          [...after]
            .filter(([id, actor]) => formatJson(actor) !== formatJson(before.get(id) ?? null))
            .map(([id, actor]) => [`f0${id}`, entryOf(id, actor)]),
        ),
      ),
    );
    lines.push(...events.map(([root, emitted]) => answer('ChainGetEvents', [root], emitted)));
    const children = this.#tipsets.filter(
      (tipset) => formatJson(tipset.json.Blocks[0]?.Parents) === formatJson(Cids),
    );
    for (const child of children) {
      lines.push(
        answer('ChainGetParentReceipts', [child.json.Cids[0]], receipts),
        answer(
          'ChainGetParentMessages',
          [child.json.Cids[0]],
          trace
            .filter(({ Msg }) => Msg.From !== 'f00')
            .map(({ MsgCid, Msg }) => ({ Cid: MsgCid, Message: Msg })),
        ),
      );
      lines.push(...statesOf(after, child.json.Cids));
    }
    return lines;
  }
}

function answer(m: string, p: readonly unknown[], r: unknown): string {
  return formatJson({ m, p, r });
}

function statesOf(actors: State, key: readonly CidJson[]): string[] {
  return [...actors].flatMap(([id, { state, kind, balance, info }]) => {
    if (state === undefined) return [];
    const at = [`f0${id}`, key];
    const told = { Balance: String(balance), Code: { '/': codeOf(kind) }, State: state };
    const lines = [answer('StateReadState', at, told)];
    if (kind === 'storageminer')
      lines.push(
        answer('StateMinerInfo', at, { ...minerInfo(id), ...info }),
        answer('StateMinerPower', at, NO_POWER),
        answer('StateMinerSectorCount', at, { Live: 0, Active: 0, Faulty: 0 }),
      );
    return lines;
  });
}

/** Equal states have equal roots; nothing else is said of a state's tree. */
function rootOf(state: State): CidJson {
  return cidOfText(`root ${formatJson([...state].sort(([a], [b]) => a - b))}`);
}

function entryOf(id: number, { kind, nonce = 0, balance, state, delegated }: MadeActor): unknown {
  return {
    Code: { '/': codeOf(kind) },
    Head: cidOfText(`head ${id} ${formatJson(state ?? null)}`),
    Nonce: nonce,
    Balance: String(balance),
    DelegatedAddress: delegated ?? null,
  };
}

/** Announcements: what is left is reverted before what is taken. */
function timeline(heads: readonly MadeTipset[], all: readonly MadeTipset[]): string[] {
  const keyOfTipset = ({ json }: MadeTipset): string[] => json.Cids.map((cid) => cid['/']);
  const byKey = new Map(all.map((tipset) => [keyOfTipset(tipset).join(), tipset]));
  const pathOf = (tipset: MadeTipset): MadeTipset[] => {
    const path: MadeTipset[] = [];
    for (
      let at: MadeTipset | undefined = tipset;
      at;
      at = byKey.get((at.json.Blocks[0]?.Parents ?? []).map((cid) => cid['/']).join())
    )
      path.unshift(at);
    return path;
  };
  const lines: string[] = [];
  let at = 1_700_000_000_000;
  let path: MadeTipset[] = [];
  const say = (head: string, tipset: MadeTipset): void => {
    at += 1000;
    lines.push(JSON.stringify({ at, head, key: keyOfTipset(tipset), height: tipset.json.Height }));
  };
  for (const head of heads) {
    const next = pathOf(head);
    if (path.length === 0) say('current', head);
    else {
      for (const left of path.filter((tipset) => !next.includes(tipset)).toReversed())
        say('revert', left);
      for (const taken of next.filter((tipset) => !path.includes(tipset))) say('apply', taken);
    }
    path = next;
  }
  return lines;
}
