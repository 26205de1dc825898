/** Things of this index for the document's examples, so that a call that is copied has an answer. */
import type { Explorer } from '#explorer/index.ts';
import { PART_KINDS, PART_NOTES, type PartKind, PARTS } from '#explorer/parts.ts';

export interface Example {
  text: string;
  /** Whether there is such a thing: a call with it is answered. */
  known: boolean;
}
export type Examples = Readonly<Record<PartKind, Example>>;

/** What can stand in a path looks like this, whether or not an index has it. An account needs none. */
export const LOOKS: Examples = Object.fromEntries(
  PART_KINDS.map((part): [PartKind, Example] => [
    part,
    { text: PART_NOTES.get(PARTS[part])?.example ?? '', known: isAccount(part) },
  ]),
) as Record<PartKind, Example>;

/** What a part is that any account may stand in: there is one on every chain. */
function isAccount(part: PartKind): boolean {
  const own = PART_NOTES.get(PARTS[part]);
  return own?.example === PART_NOTES.get(PARTS.address)?.example;
}

type Found = { [P in PartKind]?: string | null | undefined };
type Look = (explorer: Explorer) => Promise<Found>;

const ONE = { pageSize: 1 };
const FIRST = { limit: 1 };

const SOURCES: readonly Look[] = [
  async ({ tipset }) => {
    const [newest] = (await tipset.list(ONE)).data.tipsets;
    return { height: newest && String(newest.height), cid: newest?.blocks[0]?.cid };
  },
  async ({ message }) => {
    const { data } = await message.list(ONE);
    return inBlock(message, data.messages[0]);
  },
  // A contract's call has events and calls within; its tipset and block have messages.
  async ({ message }) => {
    const { data } = await message.list({ ...ONE, method: 'InvokeContract', status: 'ok' });
    return inBlock(message, data.messages[0]);
  },
  async ({ miner, account }) => {
    const [first] = (await miner.ranking.power(ONE)).data.miners;
    if (first === undefined) return {};
    const { data } = await account.get(first.address);
    return { miner: first.address, peer: data.miner?.peerId };
  },
  async ({ token }) => {
    const address = (await token.erc20List(FIRST)).data.tokens[0]?.address;
    return { token: address, emitter: address };
  },
  async ({ token }) => {
    const nft = (await token.nftList(FIRST)).data.tokens[0]?.address;
    if (nft === undefined) return {};
    return { holder: (await token.holders(nft, FIRST)).data.holders[0]?.address };
  },
  async ({ contract, account }) => {
    const address = (await contract.list(FIRST)).data.contractList[0]?.address;
    if (address === undefined) return {};
    return { contract: address, creator: (await account.get(address)).data.creator };
  },
  async ({ name }) => {
    const [newest] = (await name.registrations(ONE)).data.actions;
    return { name: newest?.name, registrant: newest?.account?.address };
  },
  async ({ message }) => {
    const [proposal] = (await message.list({ ...ONE, method: 'Propose' })).data.messages;
    return { multisig: proposal?.to };
  },
  async ({ deal }) => {
    const [newest] = (await deal.list(ONE)).data.deals;
    return { deal: newest && String(newest.id) };
  },
  async ({ dataCap }) => {
    const [claim] = (await dataCap.claims(ONE)).data.claims;
    const client = (await dataCap.clients(ONE)).data.clients[0]?.address;
    return {
      allocation: claim && String(claim.id),
      verifier: (await dataCap.verifiers(ONE)).data.verifiers[0]?.address,
      client,
      grantee: client,
    };
  },
  async ({ dapp }) => ({
    dapp: (await dapp.list(FIRST)).data.dappList[0]?.key,
    defi: (await dapp.defi(FIRST)).data.defiList[0]?.defi,
  }),
  async ({ merchant }) => ({ merchant: (await merchant.list()).data[0]?.key }),
];

/** A message with where it stands, and who sent it. */
async function inBlock(
  { get }: Explorer['message'],
  found: { cid: string; from: string } | undefined,
): Promise<Found> {
  if (found === undefined) return {};
  const { height, blocks } = (await get(found.cid)).data;
  return {
    message: found.cid,
    sender: found.from,
    height: height == null ? null : String(height),
    cid: blocks[0],
  };
}

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
