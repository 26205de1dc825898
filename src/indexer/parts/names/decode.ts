/** What logs of a name service's contracts say. */
import { evmLogOf } from '#filecoin/actors/events.ts';
import { ethBytesOf, parseAddress } from '#filecoin/address.ts';
import { equalBytes, fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { decodeLog, parseSignature, type AbiSignature } from '#filecoin/evm/abi.ts';
import { labelHash, RECORD } from '#filecoin/evm/names.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import type { NameService } from '#filecoin/networks/index.ts';
import { floodingOf } from '../../decode/flooding.ts';
import type { ActorChange, Call, Log } from '../../types.ts';

type Role = 'registry' | 'registrar' | 'controller' | 'reverse' | 'resolver';

/** The events that each contract is heard for. */
const EVENTS: Readonly<Record<Role, readonly string[]>> = {
  registry: [
    'NewOwner(bytes32 indexed node, bytes32 indexed label, address owner)',
    'Transfer(bytes32 indexed node, address owner)',
    'NewResolver(bytes32 indexed node, address resolver)',
  ],
  registrar: [
    'Transfer(address indexed from, address indexed to, uint256 indexed id)',
    'NameRegistered(uint256 indexed id, address indexed owner, uint256 expires)',
    'NameRenewed(uint256 indexed id, uint256 expires)',
  ],
  controller: [
    'NameRegistered(string name, bytes32 indexed label, address indexed owner, uint256 baseCost, uint256 premium, uint256 expires)',
    'NameRenewed(string name, bytes32 indexed label, uint256 cost, uint256 expires)',
  ],
  reverse: ['ReverseClaimed(address indexed addr, bytes32 indexed node)'],
  resolver: [
    'AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress)',
    'TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value)',
    'ContenthashChanged(bytes32 indexed node, bytes hash)',
    'NameChanged(bytes32 indexed node, string name)',
    'VersionChanged(bytes32 indexed node, uint64 newVersion)',
  ],
};

const SIGNATURES = new Map<string, Map<Role, AbiSignature>>();
for (const role of ['registry', 'registrar', 'controller', 'reverse', 'resolver'] as const)
  for (const text of EVENTS[role]) {
    const signature = parseSignature(text);
    const topic = toHex(keccakOfText(signature.canonical));
    const roles = SIGNATURES.get(topic) ?? new Map<Role, AbiSignature>();
    SIGNATURES.set(topic, roles.set(role, signature));
  }

interface Base {
  service: number;
  message: number;
}

export interface RecordEvent extends Base {
  type: 'record';
  /** The resolver, 20 bytes. */
  by: Uint8Array;
  node: Uint8Array;
  kind: number;
  key: string;
  keyHash: Uint8Array;
  value: string;
}

/** All addresses have 20 bytes, nodes and labels 32. */
export type NameEvent =
  | (Base & {
      type: 'owner';
      node: Uint8Array;
      /** Of a new owner of a subnode: the hash of its label below `node`. */
      label: Uint8Array | null;
      owner: Uint8Array;
    })
  | (Base & { type: 'resolver'; node: Uint8Array; resolver: Uint8Array })
  | (Base & { type: 'transfer'; label: Uint8Array; from: Uint8Array; to: Uint8Array })
  | (Base & {
      type: 'registered' | 'renewed';
      label: Uint8Array;
      /** Null where only a controller's renewal tells. */
      owner: Uint8Array | null;
      /** Unix seconds, up to 2^256, decimal. */
      expires: string;
      text: string | null;
      /** Null where only the registrar tells. */
      cost: string | null;
    })
  | RecordEvent
  | (Base & { type: 'cleared'; by: Uint8Array; node: Uint8Array })
  | (Base & { type: 'claimed'; address: Uint8Array; node: Uint8Array });

/** Roles of the contracts of a network's services by their address (hex). */
export type Roles = ReadonlyMap<string, readonly { service: number; role: Role }[]>;

export function rolesOf(services: readonly NameService[]): Roles {
  const roles = new Map<string, { service: number; role: Role }[]>();
  const add = (address: string, service: number, role: Role): void => {
    const hex = address.slice(2).toLowerCase();
    roles.set(hex, [...(roles.get(hex) ?? []), { service, role }]);
  };
  for (const [service, contracts] of services.entries()) {
    add(contracts.registry, service, 'registry');
    add(contracts.registrar, service, 'registrar');
    add(contracts.reverseRegistrar, service, 'reverse');
    for (const address of contracts.controllers) add(address, service, 'controller');
    for (const address of contracts.resolvers) add(address, service, 'resolver');
  }
  return roles;
}

/**
 * The services' events in their order. Any contract may emit the same: registry, registrar and
 * controllers are known by address; records are taken from any resolver, and hold only where the
 * registry names it.
 */
export function nameEvents(
  logs: readonly Log[],
  calls: readonly Call[],
  changes: readonly Pick<ActorChange, 'id' | 'delegated'>[],
  services: readonly NameService[],
  roles: Roles,
): NameEvent[] {
  const heard = logs.flatMap(({ entries, emitter, message }) => {
    const log = evmLogOf(entries);
    const signatures = log?.topics[0] && SIGNATURES.get(toHex(log.topics[0]));
    return log && signatures ? [{ log, signatures, emitter, message }] : [];
  });
  if (heard.length === 0) return [];
  const addresses = addressesOf(calls, changes);
  const flooding = floodingOf(countsOf(heard));
  const events: NameEvent[] = [];
  for (const { log, signatures, emitter, message } of heard) {
    const by = addresses.get(emitter);
    if (!by) continue;
    const known = roles.get(toHex(by)) ?? [];
    if (known.length === 0 && flooding.has(emitter)) continue;
    const places =
      known.length === 0 && signatures.has('resolver')
        ? services.map((_, service) => ({ service, role: 'resolver' as const }))
        : known;
    for (const { service, role } of places) {
      const signature = signatures.get(role);
      const decoded = signature && decodeLog(log.topics, log.data, [signature]);
      if (!decoded) continue;
      const values = new Map(decoded.args.map(({ name, value }) => [name, value]));
      const event = eventOf(role, decoded.name, new Values(values), { service, message }, by);
      if (event) take(events, event);
    }
  }
  return events;
}

/** A controller tells of the registrar's event again, with the price and, where it can be told, the label. */
function take(events: NameEvent[], event: NameEvent): void {
  if (event.type === 'registered' || event.type === 'renewed') {
    const at = events.findLastIndex(
      (other) =>
        other.type === event.type &&
        other.message === event.message &&
        other.service === event.service &&
        equalBytes(other.label, event.label),
    );
    const first = events[at];
    // The price says who tells: a label may be any bytes.
    if (first?.type === event.type && first.cost === null && event.cost !== null) {
      events[at] = { ...first, text: event.text, cost: event.cost };
      return;
    }
  }
  events.push(event);
}

/** Arguments of an event whose signature is one of EVENTS. */
class Values {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  text(name: string): string {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : '';
  }

  bytes(name: string): Uint8Array {
    return fromHex(this.text(name).slice(2));
  }

  word(name: string): Uint8Array {
    return fromHex(BigInt(this.text(name)).toString(16).padStart(64, '0'));
  }
}

function eventOf(
  role: Role,
  name: string,
  values: Values,
  base: Base,
  by: Uint8Array,
): NameEvent | null {
  switch (name) {
    case 'NewOwner':
      return {
        ...base,
        type: 'owner',
        node: values.bytes('node'),
        label: values.bytes('label'),
        owner: values.bytes('owner'),
      };
    case 'Transfer':
      return role === 'registry'
        ? {
            ...base,
            type: 'owner',
            node: values.bytes('node'),
            label: null,
            owner: values.bytes('owner'),
          }
        : {
            ...base,
            type: 'transfer',
            label: values.word('id'),
            from: values.bytes('from'),
            to: values.bytes('to'),
          };
    case 'NewResolver':
      return {
        ...base,
        type: 'resolver',
        node: values.bytes('node'),
        resolver: values.bytes('resolver'),
      };
    case 'NameRegistered':
    case 'NameRenewed':
      return registration(role, name, values, base);
    case 'ReverseClaimed':
      return {
        ...base,
        type: 'claimed',
        address: values.bytes('addr'),
        node: values.bytes('node'),
      };
    case 'VersionChanged':
      return { ...base, type: 'cleared', by, node: values.bytes('node') };
    default:
      return recordOf(name, values, base, by);
  }
}

function registration(role: Role, name: string, values: Values, base: Base): NameEvent {
  const type = name === 'NameRegistered' ? 'registered' : 'renewed';
  const expires = values.text('expires');
  const owner = type === 'registered' ? values.bytes('owner') : null;
  if (role === 'registrar')
    return { ...base, type, label: values.word('id'), owner, expires, text: null, cost: null };
  const label = values.bytes('label');
  const text = values.text('name');
  const cost =
    type === 'renewed'
      ? values.text('cost')
      : (BigInt(values.text('baseCost')) + BigInt(values.text('premium'))).toString();
  // A label that does not come to its hash was not told whole.
  const told = equalBytes(labelHash(text), label) ? text : null;
  return { ...base, type, label, owner, expires, text: told, cost };
}

function recordOf(name: string, values: Values, base: Base, by: Uint8Array): RecordEvent | null {
  const record = (kind: number, key: string, value: string): RecordEvent => ({
    ...base,
    type: 'record',
    by,
    node: values.bytes('node'),
    kind,
    key,
    keyHash: keccakOfText(key),
    value,
  });
  switch (name) {
    case 'AddressChanged':
      return record(RECORD.address, values.text('coinType'), values.text('newAddress'));
    case 'TextChanged':
      return record(RECORD.text, values.text('key'), values.text('value'));
    case 'ContenthashChanged':
      return record(RECORD.contenthash, '', values.text('hash'));
    case 'NameChanged':
      return record(RECORD.name, '', values.text('name'));
    default:
      return null;
  }
}

/** Ethereum addresses of the contracts that ran in this tipset or changed in it, by actor id. */
function addressesOf(
  calls: readonly Call[],
  changes: readonly Pick<ActorChange, 'id' | 'delegated'>[],
): ReadonlyMap<number, Uint8Array | null> {
  const addresses = new Map<number, Uint8Array | null>();
  for (const { id, delegated } of changes)
    if (delegated && !addresses.has(id)) addresses.set(id, ethBytesOf(delegated));
  for (const { to, trace } of calls) {
    const text = trace.InvokedActor?.State.DelegatedAddress;
    if (to !== null && text && !addresses.has(to))
      addresses.set(to, ethBytesOf(parseAddress(text)));
  }
  return addresses;
}

function countsOf(events: readonly { readonly emitter: number }[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { emitter } of events) counts.set(emitter, (counts.get(emitter) ?? 0) + 1);
  return counts;
}
