/** From calls and events to acts; pure. */
import { actorIdOf } from '#filecoin/address.ts';
import { countRuns, numbersOfRuns } from '#filecoin/encoding/bitfield.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { DealProposal, MarketFact } from '#filecoin/actors/facts/market.ts';
import type { Piece as Manifest, SectorFact } from '#filecoin/actors/facts/sectorFacts.ts';
import type { Call } from '../../types.ts';
import type { Act, Deal, Piece } from './acts.ts';
import type { Accepted, Context, Done, IdOf, EventFacts } from './calls.ts';
import { registryActs, tokenActs } from './registry.ts';

const UTF8 = new TextEncoder();
/** SettleDealPayments' exit code for a deal that was not activated in time: EX_DEAL_EXPIRED of the market. */
const DEAL_EXPIRED = 32;
/** Sectors that miners may terminate in one call, several times over (ADDRESSED_SECTORS_MAX is 25,000). */
const MAX_TERMINATED = 1_000_000;

/** `epoch`: the tipset's height. */
export function actsOf(
  done: readonly Done[],
  told: EventFacts,
  epoch: number,
  lookup: IdOf,
): Act[] {
  const idOf: IdOf = (address) => actorIdOf(address) ?? lookup(address);
  const acts: Act[] = [];
  const context: Context = {
    told,
    epoch,
    idOf,
    accepted: acceptedPieces(done),
    allowances: new Map([...told.allowances].map(([key, values]) => [key, [...values]])),
    granter: null,
  };
  for (const { call, of, fact } of done) {
    const found =
      of === 'market'
        ? marketActs(context, call, fact)
        : of === 'registry'
          ? registryActs(context, call, fact)
          : of === 'token'
            ? tokenActs(context, call, fact)
            : pieceActs(context, call, fact);
    for (const act of found) acts.push(act);
  }
  // A deal whose sector the index does not know ends by the market's own word.
  for (const { message, deal } of told.terminated)
    acts.push({ type: 'terminate-deal', message, deal, epoch: 0 });
  return acts;
}

function acceptedPieces(done: readonly Done[]): Map<string, Accepted[]> {
  const accepted = new Map<string, Accepted[]>();
  for (const { call, fact } of done)
    if (fact.type === 'content-changed')
      for (const { sector, pieces } of fact.sectors)
        for (const piece of pieces) {
          if (!piece.accepted || piece.dealId === null) continue;
          const key = `${call.from}/${sector}`;
          const list = accepted.get(key) ?? [];
          list.push({ cid: piece.cid, size: piece.size, deal: piece.dealId });
          accepted.set(key, list);
        }
  return accepted;
}

function marketActs({ told, idOf }: Context, call: Call, fact: MarketFact): Act[] {
  const { message, from } = call;
  switch (fact.type) {
    case 'publish':
      return fact.deals.flatMap(({ dealId, proposal }): Act[] => {
        const parties = told.published.get(dealId);
        const client = parties?.client ?? idOf(proposal.client);
        const provider = parties?.provider ?? idOf(proposal.provider);
        if (client === null || provider === null) return [];
        return [{ type: 'publish', message, deal: dealOf(dealId, client, provider, proposal) }];
      });
    case 'activate':
      return fact.sectors
        .filter((sector) => sector.activated)
        .flatMap(({ sector, dealIds }) =>
          dealIds.map((deal, idx): Act => ({
            type: 'activate',
            message,
            deal,
            provider: from,
            sector,
            idx: sector === null ? null : idx,
          })),
        );
    case 'content-changed':
      return fact.sectors.flatMap(({ sector, pieces }) =>
        pieces.flatMap(({ dealId: deal, accepted }): Act[] =>
          accepted && deal !== null
            ? [{ type: 'activate', message, deal, provider: from, sector, idx: null }]
            : [],
        ),
      );
    case 'terminate': {
      const { epoch } = fact;
      const ended = (fact.dealIds ?? []).map((deal): Act => ({
        type: 'terminate-deal',
        message,
        deal,
        epoch,
      }));
      // More than a miner can have: not of this chain's actors.
      if (fact.sectors === null || countRuns(fact.sectors) > MAX_TERMINATED) return ended;
      const sectors = [...numbersOfRuns(fact.sectors)];
      return [...ended, { type: 'terminate-sectors', message, provider: from, sectors, epoch }];
    }
    case 'settle':
      return fact.deals.flatMap(({ dealId: deal, exitCode, completed }): Act[] => {
        if (exitCode === DEAL_EXPIRED) return [{ type: 'slash', message, deal }];
        return exitCode === 0 && completed ? [{ type: 'settle', message, deal }] : [];
      });
    default:
      return [];
  }
}

function dealOf(id: number, clientId: number, providerId: number, from: DealProposal): Deal {
  const { label } = from;
  return {
    id,
    clientId,
    providerId,
    pieceCid: from.pieceCid,
    pieceSize: from.pieceSize,
    verified: from.verified,
    label: typeof label === 'string' ? UTF8.encode(label) : label,
    labelText: typeof label === 'string',
    startEpoch: from.startEpoch,
    endEpoch: from.endEpoch,
    price: from.pricePerEpoch,
    providerCollateral: from.providerCollateral,
    clientCollateral: from.clientCollateral,
  };
}

function pieceActs({ accepted }: Context, call: Call, fact: SectorFact): Act[] {
  const provider = call.to;
  if (provider === null) return [];
  const sectors =
    fact.type === 'prove'
      ? fact.sectors.filter((sector) => sector.activated)
      : fact.type === 'replica-update'
        ? fact.sectors.filter((sector) => sector.updated)
        : [];
  return sectors.flatMap(({ sector, pieces }): Act[] => {
    if (pieces.length === 0) return [];
    const taken = accepted.get(`${provider}/${sector}`) ?? [];
    return [
      {
        type: 'pieces',
        message: call.message,
        provider,
        sector,
        pieces: pieces.map((piece, idx) => pieceOf(piece, idx, taken)),
      },
    ];
  });
}

/** A piece of a manifest; of a deal when the market took it for one. */
function pieceOf(piece: Manifest, idx: number, taken: Accepted[]): Piece {
  const cid = toHex(piece.cid);
  const at = taken.findIndex((one) => one.size === piece.size && toHex(one.cid) === cid);
  const [found] = at < 0 ? [] : taken.splice(at, 1);
  return {
    idx,
    cid: piece.cid,
    size: piece.size,
    allocation: piece.allocation,
    deal: found?.deal ?? null,
  };
}
