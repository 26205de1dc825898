/** Things of this index for the document's examples, so that a call that is copied has an answer. */
import type { Explorer } from '#explorer/index.ts';
import { PART_KINDS, PART_NOTES, type PartKind, PARTS } from '#explorer/parts.ts';

export interface Example {
  text: string;
  /** Whether there is such a thing: a call with it is answered. */
  known: boolean;
}
export type Examples = Readonly<Record<PartKind, Example>>;

/** What can stand in a path looks like this, whether or not an index has it. Every chain burns to f099. */
export const LOOKS: Examples = Object.fromEntries(
  PART_KINDS.map((part): [PartKind, Example] => [
    part,
    { text: PART_NOTES.get(PARTS[part])?.example ?? '', known: part === 'address' },
  ]),
) as Record<PartKind, Example>;

type Found = { [P in PartKind]?: string | null | undefined };
type Look = (explorer: Explorer) => Promise<Found>;

const ONE = { pageSize: 1 };
const FIRST = { limit: 1 };

const SOURCES: readonly Look[] = [
  async ({ tipset }) => {
    const [newest] = (await tipset.list(ONE)).data.tipsets;
    return { height: newest && String(newest.height), cid: newest?.blocks[0]?.cid };
  },
  async ({ message }) => ({ message: (await message.list(ONE)).data.messages[0]?.cid }),
  async ({ miner, account }) => {
    const [first] = (await miner.ranking.power(ONE)).data.miners;
    if (first === undefined) return {};
    const { data } = await account.get(first.address);
    return { miner: first.address, peer: data.miner?.peerId };
  },
  async ({ token }) => ({ token: (await token.erc20List(FIRST)).data.tokens[0]?.address }),
  async ({ contract }) => ({
    contract: (await contract.list(FIRST)).data.contractList[0]?.address,
  }),
  async ({ name }) => ({ name: (await name.registrations(ONE)).data.actions[0]?.name }),
  async ({ deal }) => {
    const [newest] = (await deal.list(ONE)).data.deals;
    return { deal: newest && String(newest.id) };
  },
  async ({ dataCap }) => {
    const [claim] = (await dataCap.claims(ONE)).data.claims;
    return {
      allocation: claim && String(claim.id),
      verifier: (await dataCap.verifiers(ONE)).data.verifiers[0]?.address,
      client: (await dataCap.clients(ONE)).data.clients[0]?.address,
    };
  },
  async ({ dapp }) => ({
    dapp: (await dapp.list(FIRST)).data.dappList[0]?.key,
    defi: (await dapp.defi(FIRST)).data.defiList[0]?.defi,
  }),
  async ({ merchant }) => ({ merchant: (await merchant.list()).data[0]?.key }),
];

/** One of each kind; of what the index has none, or cannot tell, how it looks. */
export async function findExamples(explorer: Explorer): Promise<Examples> {
  const examples = { ...LOOKS };
  for (const look of SOURCES) {
    const found = await look(explorer).catch((): Found => ({}));
    for (const [part, text] of Object.entries(found))
      if (text) Object.assign(examples, { [part]: { text, known: true } });
  }
  return examples;
}
