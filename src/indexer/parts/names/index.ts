/**
 * Name services of ENS's kind. Their contracts stand in the network's data file; all that is known of
 * names comes from their events. Reverse names are what addresses call themselves: whoever shows one
 * checks that the name points back.
 */
import { namehash, subnode } from '#filecoin/evm/names.ts';
import { networkData, type NameService } from '#filecoin/networks/index.ts';
import type { StateKey, StateView } from '../../fold/state.ts';
import type { Trx } from '#store/store.ts';
import { readRows } from '../../fold/read.ts';
import { definePart, type Touch } from '../part.ts';
import { nameEvents, rolesOf, type NameEvent, type Roles } from './decode.ts';
import { foldNames } from './fold.ts';

export interface NameFacts {
  services: readonly NameService[];
  events: readonly NameEvent[];
}

const NOTHING: NameFacts = { services: [], events: [] };
const ROLES = new WeakMap<readonly NameService[], Roles>();

export const NAMES = definePart<NameFacts>('names', {
  async gather({ info, logs, calls, executed }) {
    const { nameServices } = networkData(info.genesis.Cids[0]?.['/'] ?? '');
    if (nameServices.length === 0 || logs.length === 0) return NOTHING;
    const roles = ROLES.get(nameServices) ?? rolesOf(nameServices);
    ROLES.set(nameServices, roles);
    return {
      services: nameServices,
      events: nameEvents(logs, calls, executed.changes, nameServices, roles),
    };
  },
  touches,
  load,
  fold: (context, { services, events }) => foldNames(context, services, events),
});

/** The node that an event is about. */
function nodeOf(event: NameEvent): Uint8Array | null {
  switch (event.type) {
    case 'owner':
      return event.label ? subnode(event.node, event.label) : event.node;
    case 'resolver':
    case 'record':
    case 'cleared':
    case 'claimed':
      return event.node;
    default:
      return null;
  }
}

function touches({ services, events }: NameFacts): Touch[] {
  const wanted: Touch[] = [];
  for (const event of events) {
    const { service } = event;
    const node = nodeOf(event);
    if (node) wanted.push({ table: 'name_node', key: [service, node] });
    // Of a node's records only those that are meant: anyone may write as many as they like.
    if (event.type === 'record')
      wanted.push({
        table: 'name_record',
        key: [service, event.node, event.by, event.kind, event.keyHash],
      });
    if (event.type === 'record' || event.type === 'cleared')
      wanted.push({ table: 'name_clearing', key: [service, event.node, event.by] });
    if ('label' in event && event.label) {
      wanted.push({ table: 'name', key: [service, event.label] });
      const suffix = services[service]?.suffix;
      if (suffix !== undefined)
        wanted.push({
          table: 'name_node',
          key: [service, subnode(namehash(suffix), event.label)],
        });
    }
    const addresses =
      event.type === 'transfer'
        ? [event.from, event.to]
        : event.type === 'claimed'
          ? [event.address]
          : 'owner' in event && event.owner
            ? [event.owner]
            : [];
    for (const address of addresses)
      wanted.push({ table: 'name_account', key: [service, address] });
  }
  return wanted;
}

/** Names of the nodes, and their registrants, whom only the state tells. */
async function load(
  trx: Trx,
  view: StateView,
  units: readonly { facts: NameFacts }[],
): Promise<void> {
  const events = units.flatMap(({ facts }) => facts.events);
  if (events.length === 0) return;
  const names: StateKey[] = [];
  const accounts: StateKey[] = [];
  for (const event of events) {
    const node = nodeOf(event);
    const row = node && view.get('name_node', event.service, node);
    if (row?.label_hash) names.push([event.service, row.label_hash]);
    if (row?.reverse_of) accounts.push([event.service, row.reverse_of]);
  }
  await readRows(trx, view, 'name', names);
  for (const event of events)
    if ('label' in event && event.label) names.push([event.service, event.label]);
  for (const key of names) {
    const registrant = view.covers('name', key) ? view.get('name', ...key)?.registrant : null;
    if (registrant && key[0] !== undefined) accounts.push([key[0], registrant]);
  }
  await readRows(trx, view, 'name_account', accounts);
}
