/** Folds a name service's events: who controls and holds which name, what resolvers say, and the lists of it. */
import { equalBytes, to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { cleanText } from '#filecoin/encoding/text.ts';
import { namehash, subnode } from '#filecoin/evm/names.ts';
import type { NameService } from '#filecoin/networks/index.ts';
import { count } from '../../fold/lists.ts';
import type { StateRows } from '../../types.ts';
import type { FoldContext } from '../part.ts';
import { RECORD, type NameEvent, type RecordEvent } from './decode.ts';

type NodeRow = StateRows['name_node'];
type NameRow = StateRows['name'];

/** Values of name_action.kind. */
const ACTION = {
  registered: 0,
  renewed: 1,
  transferred: 2,
  controller: 3,
  resolver: 4,
  record: 5,
  reverse: 6,
} as const;

const MAX_LABEL = 255;
const MAX_KEY = 255;
const MAX_VALUE = 1_024;

export function foldNames(
  context: FoldContext,
  services: readonly NameService[],
  events: readonly NameEvent[],
): void {
  const folder = new Folder(context, services, events);
  for (const event of events) folder.event(event);
}

interface Action {
  kind: number;
  label_hash: Uint8Array | null;
  address: Uint8Array | null;
  other?: Uint8Array | null;
  text?: string | null;
  expires?: string | null;
  cost?: string | null;
}

type RecordPlace = Pick<
  StateRows['name_record'],
  'service' | 'node' | 'resolver' | 'kind' | 'key_hash'
>;

/** Where records stand, by who keeps them: a tipset may clear and write them many thousand times. */
class RecordPlaces {
  readonly #places = new Map<string, RecordPlace[]>();

  constructor(rows: readonly RecordPlace[]) {
    for (const row of rows) this.add(row);
  }

  add(place: RecordPlace): void {
    const key = keeperKey(place.service, place.node, place.resolver);
    const places = this.#places.get(key);
    if (places) places.push(place);
    else this.#places.set(key, [place]);
  }

  /** Those that a resolver keeps of a node, which are no longer known from then on. */
  take(service: number, node: Uint8Array, resolver: Uint8Array): readonly RecordPlace[] {
    const key = keeperKey(service, node, resolver);
    const places = this.#places.get(key) ?? [];
    this.#places.delete(key);
    return places;
  }
}

function keeperKey(service: number, node: Uint8Array, resolver: Uint8Array): string {
  return `${service}/${toHex(node)}/${toHex(resolver)}`;
}

function registrationKey({ service, message }: NameEvent, label: Uint8Array): string {
  return `${service}/${message}/${toHex(label)}`;
}

class Folder {
  readonly #context: FoldContext;
  readonly #bases: readonly Uint8Array[];
  readonly #resolvers: readonly ReadonlySet<string>[];
  /** What is registered in the tipset (`registrationKey`). */
  readonly #registrations: ReadonlySet<string>;
  /** Where each resolver's records of a node are; null until something clears them. */
  #records: RecordPlaces | null = null;

  constructor(
    context: FoldContext,
    services: readonly NameService[],
    events: readonly NameEvent[],
  ) {
    this.#context = context;
    this.#registrations = new Set(
      events.flatMap((event) =>
        event.type === 'registered' ? registrationKey(event, event.label) : [],
      ),
    );
    this.#bases = services.map(({ suffix }) => namehash(suffix));
    this.#resolvers = services.map(
      ({ resolvers }) => new Set(resolvers.map((address) => address.toLowerCase())),
    );
  }

  event(event: NameEvent): void {
    switch (event.type) {
      case 'owner':
        return this.#owner(event);
      case 'resolver':
        return this.#resolver(event);
      case 'transfer':
        return this.#transfer(event);
      case 'registered':
      case 'renewed':
        return this.#registered(event);
      case 'record':
        return this.#record(event);
      case 'cleared':
        return this.#cleared(event);
      case 'claimed':
        return this.#context.view.put('name_node', {
          ...this.#node(event.service, event.node),
          reverse_of: event.address,
        });
    }
  }

  #node(service: number, node: Uint8Array): NodeRow {
    return (
      this.#context.view.get('name_node', service, node) ?? {
        service,
        node,
        owner: null,
        resolver: null,
        label_hash: null,
        reverse_of: null,
      }
    );
  }

  #name(service: number, label_hash: Uint8Array): NameRow {
    const base = this.#bases[service] ?? new Uint8Array(32);
    return (
      this.#context.view.get('name', service, label_hash) ?? {
        service,
        label_hash,
        label: null,
        node: subnode(base, label_hash),
        registrant: null,
        expires: null,
        registered_height: null,
        registered_by: null,
        actions: 0,
      }
    );
  }

  /** Of a node that is a second-level name. */
  #nameOfNode(row: NodeRow): NameRow | null {
    return row.label_hash && this.#name(row.service, row.label_hash);
  }

  #owner(event: Extract<NameEvent, { type: 'owner' }>): void {
    const { service, label, owner } = event;
    const base = this.#bases[service];
    const second = label && base && equalBytes(event.node, base) ? label : null;
    const row = this.#node(service, label ? subnode(event.node, label) : event.node);
    const next = { ...row, owner, label_hash: second ?? row.label_hash };
    this.#context.view.put('name_node', next);
    const name = this.#nameOfNode(next);
    if (!name || this.#isRegistered(event, name.label_hash)) return;
    this.#act(event, {
      kind: ACTION.controller,
      label_hash: name.label_hash,
      address: name.registrant,
      other: owner,
    });
  }

  #resolver(event: Extract<NameEvent, { type: 'resolver' }>): void {
    const row = { ...this.#node(event.service, event.node), resolver: event.resolver };
    this.#context.view.put('name_node', row);
    const name = this.#nameOfNode(row);
    if (!name || this.#isRegistered(event, name.label_hash)) return;
    this.#act(event, {
      kind: ACTION.resolver,
      label_hash: name.label_hash,
      address: name.registrant,
      other: event.resolver,
    });
  }

  /** Whether the same message registers the name: what comes along is no action of its own. */
  #isRegistered(event: NameEvent, label: Uint8Array): boolean {
    return this.#registrations.has(registrationKey(event, label));
  }

  #transfer(event: Extract<NameEvent, { type: 'transfer' }>): void {
    const { service, label, from, to } = event;
    const name = this.#name(service, label);
    this.#hold(name, to.some((byte) => byte !== 0) ? to : null);
    if (this.#isRegistered(event, label)) return;
    this.#act(event, { kind: ACTION.transferred, label_hash: label, address: to, other: from });
  }

  /** Gives a name another registrant (null: burnt) and counts what both hold. */
  #hold(name: NameRow, registrant: Uint8Array | null): void {
    const before = name.registrant;
    this.#context.view.put('name', { ...name, registrant });
    if (before && registrant && equalBytes(before, registrant)) return;
    if (before) this.#count(name.service, before, { names: -1 });
    if (registrant) this.#count(name.service, registrant, { names: 1 });
  }

  #registered(event: Extract<NameEvent, { type: 'registered' | 'renewed' }>): void {
    const { service, label, owner, expires, text, cost } = event;
    const { view, unit } = this.#context;
    const known = view.get('name', service, label);
    if (known?.registered_height == null && event.type === 'registered')
      count(view, `names:${service}`, 1);
    if (owner) this.#hold(this.#name(service, label), owner);
    const name = this.#name(service, label);
    view.put('name', {
      ...name,
      label: text === null ? name.label : cleanText(text, MAX_LABEL),
      expires,
      ...(event.type === 'registered'
        ? { registered_height: unit.tipset.height, registered_by: this.#cid(event) }
        : {}),
    });
    const ord = this.#act(event, {
      kind: ACTION[event.type],
      label_hash: label,
      address: owner ?? name.registrant,
      expires,
      cost,
    });
    if (event.type !== 'registered') return;
    this.#context.rows.name_registration.push({
      service,
      ord: count(view, `names:registrations:${service}`, 1),
      action_ord: ord,
      height: unit.tipset.height,
    });
  }

  #record(event: RecordEvent): void {
    const { service, node, by, kind, keyHash } = event;
    const row = this.#node(service, node);
    if (!this.#heeds(row, by)) return;
    const key = cleanText(event.key, MAX_KEY);
    const value = cleanText(event.value, MAX_VALUE);
    const empty = value === '' || value === '0x';
    const place = { service, node, resolver: by, kind, key_hash: keyHash };
    if (empty) this.#context.view.delete('name_record', service, node, by, kind, keyHash);
    else {
      this.#context.view.put('name_record', { ...place, key, value });
      this.#records?.add(place);
    }
    const name = this.#nameOfNode(row);
    if (name)
      this.#act(event, {
        kind: ACTION.record,
        label_hash: name.label_hash,
        address: name.registrant,
        other: by,
        text: kind === RECORD.address || kind === RECORD.text ? `${key}=${value}` : value,
      });
    else if (kind === RECORD.name && row.reverse_of)
      this.#act(event, {
        kind: ACTION.reverse,
        label_hash: null,
        address: row.reverse_of,
        other: by,
        text: value,
      });
  }

  /** Records of a resolver that neither the network's file nor the registry knows are nobody's. */
  #heeds(row: NodeRow, by: Uint8Array): boolean {
    if (row.resolver && equalBytes(row.resolver, by)) return true;
    const known = this.#resolvers[row.service];
    return known?.has(to0x(by)) === true;
  }

  #cleared({ service, node, by }: Extract<NameEvent, { type: 'cleared' }>): void {
    const { view } = this.#context;
    this.#records ??= new RecordPlaces(view.rowsIn('name_record'));
    for (const { kind, key_hash } of this.#records.take(service, node, by))
      view.delete('name_record', service, node, by, kind, key_hash);
  }

  #cid({ message }: NameEvent): Uint8Array | null {
    return this.#context.unit.executed.executions[message]?.cid ?? null;
  }

  #count(service: number, address: Uint8Array, by: { names?: number; actions?: number }): number {
    const { view } = this.#context;
    const row = view.get('name_account', service, address) ?? {
      service,
      address,
      names: 0,
      actions: 0,
    };
    view.put('name_account', {
      ...row,
      names: row.names + (by.names ?? 0),
      actions: row.actions + (by.actions ?? 0),
    });
    return row.actions;
  }

  /** Lists an action of the service, of its name and of its address; answers its `ord`. */
  #act(event: NameEvent, action: Action): number {
    const { view, rows, unit } = this.#context;
    const { service } = event;
    const { height } = unit.tipset;
    const ord = count(view, `names:actions:${service}`, 1);
    rows.name_action.push({
      service,
      ord,
      height,
      other: null,
      text: null,
      expires: null,
      cost: null,
      ...action,
      cid: this.#cid(event),
    });
    if (action.label_hash) {
      const name = this.#name(service, action.label_hash);
      rows.name_history.push({
        service,
        label_hash: action.label_hash,
        ord: name.actions,
        action_ord: ord,
        height,
      });
      view.put('name', { ...name, actions: name.actions + 1 });
    }
    const parties = [action.address, action.kind === ACTION.transferred ? action.other : null];
    for (const address of parties)
      if (address?.some((byte) => byte !== 0))
        rows.account_name_action.push({
          service,
          address,
          ord: this.#count(service, address, { actions: 1 }),
          action_ord: ord,
          height,
        });
    return ord;
  }
}
