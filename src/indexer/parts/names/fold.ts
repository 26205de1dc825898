/** Folds a name service's events: who controls and holds which name, what resolvers say, and the lists of it. */
import { equalBytes, to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { cleanText } from '#filecoin/encoding/text.ts';
import { RECORD, subnode } from '#filecoin/evm/names.ts';
import type { NameService } from '#filecoin/networks/index.ts';
import { count } from '../../fold/lists.ts';
import type { FoldContext } from '../part.ts';
import { ACTION, Actions } from './actions.ts';
import type { NameEvent, RecordEvent } from './decode.ts';
import { NameRows, type NameRow, type NodeRow } from './rows.ts';

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

function registrationKey({ service, message }: NameEvent, label: Uint8Array): string {
  return `${service}/${message}/${toHex(label)}`;
}

class Folder {
  readonly #context: FoldContext;
  readonly #rows: NameRows;
  readonly #actions: Actions;
  readonly #resolvers: readonly ReadonlySet<string>[];
  /** What is registered in the tipset (`registrationKey`). */
  readonly #registrations: ReadonlySet<string>;

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
    this.#rows = new NameRows(context.view, services);
    this.#actions = new Actions(context, this.#rows);
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
          ...this.#rows.node(event.service, event.node),
          reverse_of: event.address,
        });
    }
  }

  #owner(event: Extract<NameEvent, { type: 'owner' }>): void {
    const { service, label, owner } = event;
    const base = this.#rows.base(service);
    const second = label && base && equalBytes(event.node, base) ? label : null;
    const row = this.#rows.node(service, label ? subnode(event.node, label) : event.node);
    const next = { ...row, owner, label_hash: second ?? row.label_hash };
    this.#context.view.put('name_node', next);
    const name = this.#rows.nameOf(next);
    if (!name || this.#isRegistered(event, name.label_hash)) return;
    this.#actions.list(event, {
      kind: ACTION.controller,
      label_hash: name.label_hash,
      address: name.registrant,
      other: owner,
    });
  }

  #resolver(event: Extract<NameEvent, { type: 'resolver' }>): void {
    const row = { ...this.#rows.node(event.service, event.node), resolver: event.resolver };
    this.#context.view.put('name_node', row);
    const name = this.#rows.nameOf(row);
    if (!name || this.#isRegistered(event, name.label_hash)) return;
    this.#actions.list(event, {
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
    const name = this.#rows.name(service, label);
    this.#hold(name, to.some((byte) => byte !== 0) ? to : null);
    if (this.#isRegistered(event, label)) return;
    this.#actions.list(event, {
      kind: ACTION.transferred,
      label_hash: label,
      address: to,
      other: from,
    });
  }

  /** Gives a name another registrant (null: burnt) and counts what both hold. */
  #hold(name: NameRow, registrant: Uint8Array | null): void {
    const before = name.registrant;
    this.#context.view.put('name', { ...name, registrant });
    if (before && registrant && equalBytes(before, registrant)) return;
    if (before) this.#actions.count(name.service, before, { names: -1 });
    if (registrant) this.#actions.count(name.service, registrant, { names: 1 });
  }

  #registered(event: Extract<NameEvent, { type: 'registered' | 'renewed' }>): void {
    const { service, label, owner, expires, text, cost } = event;
    const { view, unit } = this.#context;
    const known = view.get('name', service, label);
    if (known?.registered_height == null && event.type === 'registered')
      count(view, `names:${service}`, 1);
    if (owner) this.#hold(this.#rows.name(service, label), owner);
    const name = this.#rows.name(service, label);
    view.put('name', {
      ...name,
      label: text === null ? name.label : cleanText(text, MAX_LABEL),
      expires,
      ...(event.type === 'registered'
        ? { registered_height: unit.tipset.height, registered_by: this.#actions.cid(event) }
        : {}),
    });
    const ord = this.#actions.list(event, {
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
    const row = this.#rows.node(service, node);
    if (!this.#heeds(row, by)) return;
    const key = cleanText(event.key, MAX_KEY);
    const value = cleanText(event.value, MAX_VALUE);
    const empty = value === '' || value === '0x';
    const place = { service, node, resolver: by, kind, key_hash: keyHash };
    if (empty) this.#context.view.delete('name_record', service, node, by, kind, keyHash);
    else {
      const clearing = this.#clearings(service, node, by) || null;
      this.#context.view.put('name_record', { ...place, key, value, clearing });
    }
    const name = this.#rows.nameOf(row);
    if (name)
      this.#actions.list(event, {
        kind: ACTION.record,
        label_hash: name.label_hash,
        address: name.registrant,
        other: by,
        text: kind === RECORD.address || kind === RECORD.text ? `${key}=${value}` : value,
      });
    else if (kind === RECORD.name && row.reverse_of)
      this.#actions.list(event, {
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

  /** Counted only: a resolver may have told of more records than can be taken away at once. */
  #cleared({ service, node, by }: Extract<NameEvent, { type: 'cleared' }>): void {
    if (!this.#heeds(this.#rows.node(service, node), by)) return;
    const times = this.#clearings(service, node, by) + 1;
    this.#context.view.put('name_clearing', { service, node, resolver: by, times });
  }

  #clearings(service: number, node: Uint8Array, resolver: Uint8Array): number {
    return this.#context.view.get('name_clearing', service, node, resolver)?.times ?? 0;
  }
}
