/** What the programs that used the demo chain wrote down, row by row, and whether the explorer tells it. */
import { demoFile } from '#node/testing/demo-node.ts';
import { z } from 'zod';
import type { Explorer } from '../index.ts';

const cid = z.object({ '/': z.string() });
const stored = z.object({
  id: z.number(),
  client: z.string(),
  provider: z.string(),
  piece: z.string(),
});
const at = { height: z.number() };
const ofProvider = { ...at, provider: z.string() };
const toSomebody = { ...ofProvider, to: z.string() };
const ofSector = { ...ofProvider, sector: z.number() };

const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('created'), ...ofProvider }),
  z.object({
    kind: z.literal('onboarded'),
    ...ofProvider,
    sectors: z.array(z.object({ number: z.number(), expiration: z.number() })),
  }),
  z.object({ kind: z.literal('faulted'), ...ofSector }),
  z.object({ kind: z.literal('terminated'), ...ofSector }),
  z.object({ kind: z.literal('extended'), ...ofSector }),
  z.object({ kind: z.literal('recovering'), ...ofProvider }),
  z.object({ kind: z.literal('dark'), ...ofProvider, until: z.number() }),
  z.object({ kind: z.literal('withdrew'), ...ofProvider }),
  z.object({ kind: z.literal('readdressed'), ...ofProvider }),
  z.object({ kind: z.literal('owner changed'), ...toSomebody }),
  z.object({ kind: z.literal('worker proposed'), ...toSomebody }),
  z.object({ kind: z.literal('worker changed'), ...toSomebody }),
  z.object({ kind: z.literal('beneficiary'), ...toSomebody }),
  z.object({
    kind: z.literal('datacap'),
    ...at,
    verifiers: z.array(z.string()),
    clients: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('channel'),
    ...at,
    from: z.string(),
    to: z.string(),
    address: z.string(),
  }),
  z.object({ kind: z.literal('channel settling'), ...at, address: z.string(), settle: cid }),
]);
type TruthEvent = z.infer<typeof eventSchema>;

const providersSchema = z.object({
  genesisProviders: z.array(z.object({ Address: z.string(), Owner: z.string() })),
  clients: z.array(z.string()),
  providers: z.array(z.object({ address: z.string(), owner: z.string(), worker: z.string() })),
  deals: z.array(stored),
  allocations: z.array(stored),
  events: z.array(eventSchema),
});

const activitySchema = z.object({
  contracts: z.record(z.string(), z.object({ address: z.string() })),
  accounts: z.array(z.object({ eth: z.string(), f4: z.string() })),
  native: z.object({
    bank: z.string(),
    accounts: z.array(z.string()),
    multisigs: z.array(
      z.object({ address: z.string(), signers: z.array(z.string()), need: z.number(), cid }),
    ),
    deployed: z.object({ cid, exit: z.number() }),
  }),
  names: z.array(z.object({ name: z.string(), registrant: z.string() })),
  replaced: z.array(z.object({ first: cid, second: cid })),
});

/** The programs wrote down what they saw, up to so many epochs after it was. */
const SEEN_WITHIN = 60;
/** Some were noted at the end of a stage of their work, up to a day later. */
const NOTED_WITHIN = 2880;
const CHANGED = {
  'owner changed': 'owner',
  'worker proposed': 'newWorker',
  'worker changed': 'worker',
  beneficiary: 'beneficiary',
  readdressed: 'multiAddresses',
} as const;
const HAPPENED = {
  faulted: ['fault-declared', 'fault-skipped', 'fault-detected'],
  terminated: ['terminate'],
  extended: ['extend'],
} as const;

/** Rows of both files that the explorer of the whole chain does not tell, and how many there are. */
export async function untold(explorer: Explorer): Promise<{ rows: number; missing: string[] }> {
  let rows = 0;
  const missing: string[] = [];
  const holds = async (row: unknown, told: () => Promise<boolean>): Promise<void> => {
    rows++;
    if (!(await told().catch(() => false))) missing.push(JSON.stringify(row));
  };
  const providers = providersSchema.parse(demoFile('truth/providers.json'));
  for (const event of providers.events) await holds(event, () => tellsEvent(explorer, event));
  await tellsParties(explorer, providers, holds);
  await tellsActivity(explorer, holds);
  return { rows, missing };
}

type Holds = (row: unknown, told: () => Promise<boolean>) => Promise<void>;

async function tellsParties(
  { account, deal, dataCap }: Explorer,
  truth: z.infer<typeof providersSchema>,
  holds: Holds,
): Promise<void> {
  for (const row of truth.genesisProviders)
    await holds(row, async () => (await ownerOf(account, row.Address)) === row.Owner);
  for (const row of truth.providers)
    await holds(row, async () => {
      const { createHeight } = (await account.get(row.address)).data;
      const height = (createHeight ?? 0) + SEEN_WITHIN;
      const { miner } = (await account.get(row.address, { height })).data;
      return miner?.owner.address === row.owner && miner.worker.address === row.worker;
    });
  for (const client of truth.clients)
    await holds(client, async () => (await account.get(client)).data.dataCapCount > 0);
  for (const row of truth.deals)
    await holds(row, async () => {
      const { client, provider, pieceCid } = (await deal.get(row.id)).data;
      return client === row.client && provider === row.provider && pieceCid === row.piece;
    });
  for (const row of truth.allocations)
    await holds(row, async () => {
      const { client, provider, pieceCid } = (await dataCap.allocation(row.id)).data;
      return client === row.client && provider === row.provider && pieceCid === row.piece;
    });
}

async function ownerOf(account: Explorer['account'], address: string): Promise<string | undefined> {
  return (await account.get(address)).data.miner?.owner.address;
}

async function tellsActivity(explorer: Explorer, holds: Holds): Promise<void> {
  const { account, message, name, search } = explorer;
  const truth = activitySchema.parse(demoFile('truth/activity.json'));
  for (const row of Object.values(truth.contracts))
    await holds(row, async () => (await account.get(row.address)).data.actor === 'evm');
  for (const row of truth.accounts)
    await holds(row, async () => (await account.get(row.eth)).data.address === row.f4);
  for (const address of [truth.native.bank, ...truth.native.accounts])
    await holds(address, async () => {
      const found = (await search.find({ id: address })).data;
      return 'type' in found && found.type === 'address';
    });
  for (const row of truth.native.multisigs)
    await holds(row, async () => {
      const { multisig, createMessage } = (await account.get(row.address)).data;
      const signers = multisig?.signers ?? [];
      return (
        multisig?.approvalsThreshold === row.need &&
        signers.join() === row.signers.join() &&
        createMessage === row.cid['/']
      );
    });
  await holds(truth.native.deployed, async () => {
    const { receipt } = (await message.get(truth.native.deployed.cid['/'])).data;
    return receipt?.exitCode === truth.native.deployed.exit;
  });
  for (const row of truth.names)
    await holds(row, async () => {
      const { owner } = (await name.get(row.name)).data;
      const held = (await name.heldBy(row.registrant)).data.names;
      return (
        owner?.ethAddress.toLowerCase() === row.registrant.toLowerCase() &&
        held.some((one) => one.name === row.name)
      );
    });
  // One of the two ran, most often the second; what the pool knew of the other is its own test.
  const ran = async (of: string): Promise<boolean> =>
    message.get(of).then(
      ({ data }) => data.receipt !== null,
      () => false,
    );
  for (const { first, second } of truth.replaced)
    await holds(
      { first, second },
      async () => (await ran(second['/'])) !== (await ran(first['/'])),
    );
}

/** Whether the explorer tells of an event. */
async function tellsEvent(explorer: Explorer, event: TruthEvent): Promise<boolean> {
  const { account, dataCap, miner, sector, wallet } = explorer;
  const { height: seen } = event;
  const since = (height: number, within = SEEN_WITHIN): boolean =>
    height <= seen && height > seen - within;
  switch (event.kind) {
    case 'created':
      return since((await account.get(event.provider)).data.createHeight ?? -1, NOTED_WITHIN);
    case 'onboarded': {
      for (const { number, expiration } of event.sectors) {
        const { events } = (await sector.events(event.provider, { sector: number })).data;
        const commit = events.find(({ type, height }) => type === 'commit' && since(height));
        if (commit?.expiration !== expiration) return false;
      }
      return true;
    }
    case 'faulted':
    case 'terminated':
    case 'extended': {
      const kinds: readonly string[] = HAPPENED[event.kind];
      const { events } = (await sector.events(event.provider, { sector: event.sector })).data;
      // Declaring what is faulty already changes nothing: it was found some time before.
      const within = event.kind === 'faulted' ? seen : SEEN_WITHIN;
      return events.some(({ type, height }) => kinds.includes(type) && since(height, within));
    }
    case 'recovering':
    case 'dark': {
      const [kind, from, to] =
        event.kind === 'dark'
          ? ['fault-detected', seen, event.until]
          : ['recovery-declared', seen - SEEN_WITHIN, seen];
      let before: string | undefined;
      do {
        const page = (await sector.events(event.provider, { pageSize: 100, before })).data;
        if (page.events.some(({ type, height }) => type === kind && height >= from && height <= to))
          return true;
        before = page.next ?? undefined;
      } while (before !== undefined);
      return false;
    }
    case 'withdrew': {
      const { costs } = (await miner.fees(event.provider, { pageSize: 100 })).data;
      return costs.some(({ kind, height }) => kind === 'withdraw' && since(height));
    }
    case 'owner changed':
    case 'worker proposed':
    case 'worker changed':
    case 'beneficiary':
    case 'readdressed': {
      const field = CHANGED[event.kind];
      const changes = (await miner.infoChanges(event.provider)).data;
      return changes.some(
        (change) =>
          change.field === field &&
          since(change.height, NOTED_WITHIN) &&
          (event.kind === 'readdressed' || change.to.includes(event.to)),
      );
    }
    case 'datacap': {
      for (const client of event.clients) {
        const { changes } = (await dataCap.ofAccount(client, { pageSize: 100 })).data;
        if (!changes.some(({ type, height }) => type === 'grant' && since(height, NOTED_WITHIN)))
          return false;
      }
      for (const verifier of event.verifiers) await dataCap.verifier(verifier);
      return true;
    }
    case 'channel': {
      const { channels } = (await wallet.channels(event.address)).data;
      return channels.some(
        ({ from, to, height }) =>
          from === event.from && to === event.to && height !== null && since(height),
      );
    }
    case 'channel settling': {
      const { channels } = (await wallet.channels(event.address)).data;
      return channels.some(({ actions }) =>
        actions.some(({ type, message }) => type === 'settle' && message === event.settle['/']),
      );
    }
  }
}
