/** What can stand in the calls' paths, of an index of the demo chain. */
import { messageListSchema } from '#explorer/message/schema.ts';
import { tipsetDetailSchema, tipsetListSchema } from '#explorer/tipset/schema.ts';
import { tokenListSchema } from '#explorer/token/schema.ts';
import type { PartKind } from '#explorer/parts.ts';

/** Numbers and accounts that the chain knows by height 1,300: genesis' deals and later ones. */
const KNOWN: Partial<Record<PartKind, string[]>> = {
  deal: ['0', '399', '400', '403'],
  allocation: ['401', '402'],
  miner: ['f01000', 'f01080'],
  peer: ['12D3KooWSG1bNmcUMN1Niu2dncytm8JEzAwx72dzVa3KbxkLzyX9'],
  contract: ['f01049', '0x0257150f75e4ef862df84812ca7aebadaa61ace2', 'f01067'],
  name: ['plankton.fil', 'kelp', 'KELP.FIL'],
  verifier: ['f081', 'f0100'],
  client: ['f06', 'f01005', 'f01008'],
  dapp: ['exchange', 'staking', 'names', 'wrapped-fil'],
  defi: ['exchange', 'staking'],
  merchant: ['tide-works', 'empty-quay'],
};

/**
 * Heights, CIDs or addresses that stand for every kind of thing in the index; '' for a path without
 * a part. `get` answers the body of a call.
 */
export async function findSamples(
  part: PartKind | undefined,
  get: (path: string) => Promise<unknown>,
): Promise<string[]> {
  if (part === undefined) return [''];
  const known = KNOWN[part];
  if (known) return known;
  if (part === 'height') {
    const [head] = tipsetListSchema.parse(await get('/tipset/list?pageSize=1')).tipsets;
    return ['0', '83', '543', String(head?.height ?? 0), '1', '2', '3'];
  }
  if (part === 'token') {
    const lists = await Promise.all(['/token/erc20-list', '/token/nft-list'].map(get));
    return lists.flatMap((body) =>
      tokenListSchema
        .parse(body)
        .tokens.flatMap(({ address, id, ethAddress }) => [address, id, ethAddress]),
    );
  }
  const messages = async (query: string) =>
    messageListSchema.parse(await get(`/message/list?${query}`)).messages;
  const { methods } = messageListSchema.parse(await get('/message/list'));
  const some = (
    await Promise.all(methods.map((name) => messages(`pageSize=3&method=${name}`)))
  ).flat();
  if (part === 'message') return some.map((message) => message.cid);
  if (part === 'cid') {
    const tipsets = await Promise.all(
      some.slice(0, 10).map(({ height }) => get(`/tipset/${height}`)),
    );
    return tipsets.flatMap((body) =>
      tipsetDetailSchema.parse(body).blocks.map((block) => block.cid),
    );
  }
  const fixed = ['0', '1', '2', '3', '4', '5', '6', '7', '10', '99', '1000'].map((n) => `f0${n}`);
  return [...new Set([...fixed, ...some.flatMap((m) => [m.from, m.fromId ?? m.from, m.to])])];
}
