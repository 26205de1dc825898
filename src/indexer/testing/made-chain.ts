/**
 * A chain made for a test: what its messages and upgrades do is said by the test, the state is kept as
 * the objects of real trees, and headers, messages and receipts are named by their hashes. Gas is what
 * the protocol asks for; blocks are paid nothing.
 */
import { parseAddress } from '#filecoin/address.ts';
import { headerDigest, headerFromJson, messagesDigest } from '#filecoin/block.ts';
import { createKindTable, type ActorBundle } from '#filecoin/actors/kinds.ts';
import { toBase64 } from '#filecoin/encoding/bytes.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import { messageDigest, messageFromJson } from '#filecoin/message.ts';
import { receiptFromJson, receiptsDigest } from '#filecoin/receipt.ts';
import { createNodeClient } from '#node/client.ts';
import { NodeError } from '#node/errors.ts';
import { stateByObjects } from '#node/state/byObjects.ts';
import type { KindOf } from '#node/state/view.ts';
import type {
  BlockHeaderJson,
  MessageJson,
  NodeClient,
  NodeInfo,
  ReceiptJson,
  TipsetJson,
  TipsetKey,
} from '#node/types.ts';
import { idOfText, keyId } from '../decode/ids.ts';
import {
  actorJson,
  execute,
  type Executable,
  type Executed,
  type ExecutionOptions,
} from './made-execution.ts';
import { BASE_FEE, cidJson, messageOf, type MadeCall } from './made-traces.ts';
import { Objects, type World } from './made-world.ts';
import { EMPTY, NO_POWER, ownedBy } from './stand-in.ts';

export const GENESIS_TIME = 1_700_000_000;

export interface MadeTipset extends Executable {
  parent: MadeTipset | null;
  /** What it did, once it has a child. */
  executed: Executed | null;
}

export interface MadeChainOptions extends ExecutionOptions {
  /** Where the actors' states have put theirs. */
  objects?: Objects;
  genesis: World;
  /** Network versions by the height of the upgrade that began them, the lowest first. */
  versions: readonly (readonly [height: number, version: number])[];
  /** Calls that the node answers otherwise. */
  node?: Partial<NodeClient>;
}

export class MadeChain {
  readonly objects: Objects;
  readonly node: NodeClient;
  readonly genesis: MadeTipset;
  head: MadeTipset;
  /** How many objects were asked for. */
  reads = 0;
  /** What the node tells by ChainReadObj. */
  readonly source: ObjectSource = {
    read: (cids) => Promise.all(cids.map((cid) => this.#object(cid))),
  };
  readonly #options: MadeChainOptions;
  readonly #client: NodeClient;
  readonly #tipsets = new Map<string, MadeTipset>();
  readonly #ofBlock = new Map<string, MadeTipset>();
  readonly #bundles: ActorBundle[] = [];

  constructor(options: MadeChainOptions) {
    this.#options = options;
    this.objects = options.objects ?? new Objects();
    this.#client = createNodeClient({ url: 'http://127.0.0.1:1/rpc/v1' });
    this.genesis = this.head = this.#made(null, 0, options.genesis, [], [], 0);
    this.node = this.#makeNode();
  }

  /** A tipset on top of `on`, which becomes the head; that one's messages are executed now. */
  add(
    calls: readonly MadeCall[] = [],
    { on = this.head, height = 0, branch = 0 } = {},
  ): MadeTipset {
    const own = Math.max(height, on.json.Height + 1);
    on.executed ??= execute(on, this.objects, this.#options);
    const { world, receipts } = on.executed;
    const nonces = new Map<number, number>();
    const messages = calls.map((call) => {
      const nonce = nonces.get(call.from) ?? world.get(call.from).nonce;
      nonces.set(call.from, nonce + 1);
      return messageOf(call, nonce);
    });
    return (this.head = this.#made(on, own, world, calls, messages, branch, receipts));
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #made(
    parent: MadeTipset | null,
    height: number,
    world: World,
    calls: readonly MadeCall[],
    messages: MessageJson[],
    branch: number,
    receipts: readonly ReceiptJson[] = [],
  ): MadeTipset {
    const digests = messages.map((message) => messageDigest(messageFromJson(message)));
    messages.forEach((message, at) => (message.CID = cidJson(digests[at] ?? new Uint8Array())));
    this.#bundles.push(world.bundle);
    const withEvents = world.bundle.version >= 10;
    const header: BlockHeaderJson = {
      Miner: 'f01000',
      Ticket: { VRFProof: toBase64(Uint8Array.of(branch)) },
      ElectionProof: { WinCount: 1, VRFProof: null },
      BeaconEntries: null,
      WinPoStProof: null,
      Parents: [...(parent?.json.Cids ?? [])],
      ParentWeight: String(height * 10 + branch),
      Height: height,
      ParentStateRoot: { '/': world.root(this.objects) },
      ParentMessageReceipts: cidJson(receiptsDigest(receipts.map(receiptFromJson), withEvents)),
      Messages: cidJson(messagesDigest(digests, [])),
      BLSAggregate: null,
      Timestamp: GENESIS_TIME + height * 30,
      BlockSig: null,
      ForkSignaling: 0,
      ParentBaseFee: String(BASE_FEE),
    };
    const cid = cidJson(headerDigest(headerFromJson(header)));
    const json: TipsetJson = { Cids: [cid], Blocks: [header], Height: height };
    const made: MadeTipset = { json, world, parent, calls, messages, executed: null };
    this.#tipsets.set(keyId(json.Cids), made);
    this.#ofBlock.set(cid['/'], made);
    return made;
  }

  async #object(cid: string): Promise<Uint8Array> {
    this.reads++;
    const object = this.objects.all.get(cid);
    if (!object) throw refusal('ChainReadObj');
    return object;
  }

  #at(key: TipsetKey): MadeTipset {
    const made = this.#tipsets.get(keyId(key));
    if (!made) throw refusal('tipset');
    return made;
  }

  #version(height: number): number {
    return this.#options.versions.findLast(([upgrade]) => upgrade < height)?.[1] ?? 0;
  }

  #below(height: number, from: MadeTipset): TipsetJson {
    let made = from;
    while (made.json.Height > height && made.parent) made = made.parent;
    return made.json;
  }

  #makeNode(): NodeClient {
    const { upgrades = {}, node: own = {} } = this.#options;
    const info: NodeInfo = {
      networkName: 'made',
      chainId: 31_415_926,
      version: null,
      genesis: this.genesis.json,
      params: {
        NetworkName: 'made',
        BlockDelaySecs: 30,
        Eip155ChainID: 31_415_926,
        ForkUpgradeParams: upgrades,
      },
      capabilities: new Set(['StateCompute', 'ChainReadObj', 'ActorObjects']),
      recorded: false,
      firstHeight: 0,
    };
    const worldAt = (key: TipsetKey): World => this.#at(key).world;
    const idOf = (address: string, world: World): number | null => {
      const id = idOfText(address) ?? world.idOf(parseAddress(address));
      return id !== null && world.actors.has(id) ? id : null;
    };
    const answers: Partial<NodeClient> = {
      probe: async () => info,
      recording: async () => null,
      silence: () => null,
      chainHead: async () => this.head.json,
      chainGetTipSet: async (key) => this.#at(key).json,
      chainGetTipSetByHeight: async (height, anchor) =>
        this.#below(height, anchor ? this.#at(anchor) : this.head),
      chainGetBlockMessages: async (block) => {
        const messages = [...(this.#ofBlock.get(block['/'])?.messages ?? [])];
        return {
          BlsMessages: messages,
          SecpkMessages: [],
          Cids: messages.map((each) => each.CID ?? block),
        };
      },
      chainGetParentReceipts: async (block) =>
        this.#ofBlock.get(block['/'])?.parent?.executed?.receipts ?? [],
      stateCompute: async (_, key) => {
        const made = this.#at(key);
        return (made.executed ??= execute(made, this.objects, this.#options)).compute;
      },
      stateGetActor: async (address, key) => {
        const world = worldAt(key);
        const id = idOf(address, world);
        return id === null ? null : actorJson(world, id, this.objects);
      },
      stateListActors: async (key) => [...worldAt(key).actors.keys()].map((id) => `f0${id}`),
      stateLookupId: async (address, key) => {
        const id = idOf(address, worldAt(key));
        return id === null ? null : `f0${id}`;
      },
      stateReadState: async (address, key) => {
        const world = worldAt(key);
        const id = idOf(address, world);
        if (id === null || world.get(id).kind !== 'storageminer') throw refusal('StateReadState');
        const { Balance, Code } = actorJson(world, id, this.objects);
        return { Balance, Code, State: EMPTY.storageminer?.(id, 0) };
      },
      stateMinerInfo: async (address) => ownedBy(idOfText(address) ?? 0),
      stateMinerPower: async () => NO_POWER,
      stateNetworkVersion: async (key) => this.#version(this.#at(key).json.Height),
      chainReadObj: ({ '/': cid }) => this.#object(cid),
      subscribeHeads: () => ({ close: () => {} }),
      close: () => this.#client.close(),
      ...own,
    };
    const raw = new Proxy(this.#client, {
      get: (_, name: keyof NodeClient) =>
        answers[name] ?? (() => Promise.reject(refusal(String(name)))),
    });
    const kindOf: KindOf = async (code) => createKindTable(this.#bundles)(code);
    return stateByObjects(raw, this.source, { kindOf });
  }
}

function refusal(method: string): NodeError {
  return new NodeError('rpc', method, 'not told by this chain', { code: 1, lasting: true });
}
