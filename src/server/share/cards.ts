/** What the share picture of each kind of page says. */
import type { Answer, Explorer } from '#explorer/index.ts';
import type { AccountDetail } from '#explorer/account/schema.ts';
import type { MessageDetail } from '#explorer/message/schema.ts';
import type { NameDetail } from '#explorer/name/schema.ts';
import type { RankedMiner } from '#explorer/miner/rankingSchema.ts';
import type { TokenDetail } from '#explorer/token/schema.ts';
import { formatBytes } from '#format/bytes.ts';
import { formatFil } from '#format/fil.ts';
import { formatInt } from '#format/number.ts';
import { shortText } from '#format/shorten.ts';
import { dayOf, formatUtc } from '#format/time.ts';
import { formatToken } from '#format/token.ts';
import { useT } from '#i18n/translate.ts';
import type { Card, Fact, Tone } from './card.ts';
import { latin } from './latin.ts';

const t = useT('en');
const RANKS = 5;
const DECIMALS = 4;

/** A fact whose value is not known is left out. */
type Known = Omit<Fact, 'value'> & { value: string | null | undefined };
type Content = Pick<Card, 'kind' | 'title'> &
  Partial<Omit<Card, 'foot' | 'facts'>> & { facts?: readonly Known[] };
type Read = (explorer: Explorer, id: string) => Promise<Answer<Content>>;

/** A figure in words; what is not known stays unknown. */
const known = <T>(value: T | null | undefined, show: (value: T) => string) =>
  value == null ? null : show(value);
const fil = (atto: string): string => formatFil(atto, { decimals: DECIMALS });
const power = (bytes: string): string => formatBytes(bytes, 2);
const shortAddress = (address: string): string => shortText('address', address);
const account = (address: string) => ({ value: shortAddress(address), identifier: true });

async function shown<T>(read: Promise<Answer<T>>, show: (data: T) => Content) {
  const { data, ...answer } = await read;
  return { ...answer, data: show(data) };
}

const STATUS: Readonly<Record<MessageDetail['status'], readonly [text: string, tone: Tone]>> = {
  pending: ['Pending', 'wait'],
  included: ['Included', 'wait'],
  skipped: ['Skipped', 'orphan'],
  executed: ['Executed', 'good'],
  final: ['Final', 'good'],
  orphaned: ['Orphaned', 'orphan'],
  dropped: ['Dropped', 'warn'],
};

const exitWord = (name: string): string => t.maybe(`common.exitShort.${name}`) ?? name;

function messageCard(message: MessageDetail): Content {
  const [text, tone] = STATUS[message.status];
  const { receipt } = message;
  const failed = receipt !== null && receipt.exitCode !== 0;
  const ended = message.executions[0]?.refused === true ? 'Refused' : 'Failed';
  return {
    kind: message.height === null ? 'Message' : `Message at height ${formatInt(message.height)}`,
    title: shortText('message', message.cid),
    identifier: true,
    badge: failed
      ? { text: `${ended}: ${exitWord(receipt.exitCodeName)} (${receipt.exitCode})`, tone: 'fail' }
      : { text, tone },
    facts: [
      { label: 'Method', value: latin(message.evmMethod) ?? message.method },
      { label: 'Value', value: fil(message.value) },
      { label: 'From', ...account(message.from) },
      { label: 'To', ...account(message.to) },
    ],
  };
}

function accountCard(detail: AccountDetail): Content {
  const { actor, miner, address, id } = detail;
  const called = latin(detail.tag?.name) ?? latin(detail.fnsName);
  const title = shortText('address', address);
  return {
    kind: [
      actor === null ? 'Address' : (t.maybe(`common.actor.${actor}`) ?? actor),
      ...(called === null ? [] : [called]),
    ].join(': '),
    title,
    identifier: true,
    badge: detail.status === 'deleted' ? { text: 'Deleted', tone: 'warn' } : null,
    facts:
      miner === undefined
        ? [
            { label: 'Balance', value: fil(detail.balance) },
            { label: 'Messages', value: formatInt(detail.messageCount) },
            { label: 'FIL transfers', value: formatInt(detail.transferCount) },
            { label: 'ID', identifier: true, value: id === title ? null : id },
          ]
        : [
            { label: 'Quality-adjusted power', value: power(miner.qualityAdjPower) },
            {
              label: 'Rank',
              value: known(miner.qualityAdjPowerRank, (rank) => `#${rank}`),
            },
            { label: 'Blocks mined', value: formatInt(miner.blocksMined) },
            { label: 'Rewards', value: fil(miner.totalRewards) },
          ],
  };
}

function tokenCard(token: TokenDetail): Content {
  const name = latin(token.name);
  const symbol = latin(token.symbol);
  const nft = token.type === 'ERC721' || token.type === 'ERC1155';
  return {
    kind: [token.type === 'Unknown' ? 'Token' : token.type.replace('ERC', 'ERC-')]
      .concat(name !== null && symbol !== null && name !== symbol ? [name] : [])
      .join(': '),
    title: symbol ?? name ?? shortText('address', token.ethAddress),
    identifier: (symbol ?? name) === null,
    facts: [
      {
        label: nft ? 'Items' : 'Supply',
        value: nft
          ? formatInt(token.itemCount)
          : known(token.totalSupply, (supply) => formatToken(supply, token.decimals)),
      },
      { label: 'Holders', value: known(token.holderCount, formatInt) },
      { label: 'Transfers', value: formatInt(token.transferCount) },
      { label: 'Contract', ...account(token.ethAddress) },
    ],
  };
}

const NAME_STATUS: Readonly<Record<NameDetail['status'], readonly [text: string, tone: Tone]>> = {
  active: ['Active', 'good'],
  grace: ['In grace', 'warn'],
  expired: ['Expired', 'warn'],
};

function nameCard(name: NameDetail): Content {
  const [text, tone] = NAME_STATUS[name.status];
  const called = latin(name.name);
  return {
    kind: 'Name',
    title: called ?? shortText('hash', name.tokenId),
    identifier: called === null,
    badge: { text, tone },
    facts: [
      { label: 'Registrant', identifier: true, value: known(name.owner?.address, shortAddress) },
      { label: 'Leads to', identifier: true, value: known(name.resolvedAddress, shortAddress) },
      { label: 'Expires', value: known(name.expires, (seconds) => dayOf(Number(seconds))) },
    ],
  };
}

interface RankingWords {
  title: string;
  of(miner: RankedMiner): bigint;
  text(miner: RankedMiner): string;
}

const RANKINGS = {
  power: {
    title: 'By quality-adjusted power',
    of: (miner) => BigInt(miner.qualityAdjPower),
    text: (miner) => power(miner.qualityAdjPower),
  },
  blocks: {
    title: 'By blocks won in 24 hours',
    of: (miner) => BigInt(miner.weightedBlocksMined),
    text: (miner) => `${formatInt(miner.weightedBlocksMined)} wins`,
  },
  'power-growth': {
    title: 'By power added in 24 hours',
    of: (miner) => BigInt(miner.qualityAdjPowerGrowth),
    text: (miner) => power(miner.qualityAdjPowerGrowth),
  },
} as const satisfies Record<string, RankingWords>;

function isRanking(id: string): id is keyof typeof RANKINGS {
  return Object.hasOwn(RANKINGS, id);
}

async function rankingCard(
  explorer: Explorer,
  kind: keyof typeof RANKINGS,
): Promise<Answer<Content>> {
  const words: RankingWords = RANKINGS[kind];
  return shown(explorer.miner.top[kind]({ count: RANKS }), ({ miners }) => {
    const [first] = miners;
    const most = first === undefined ? 0n : words.of(first);
    const names = miners.map((miner) => latin(miner.tag?.name) ?? miner.id);
    return {
      kind: 'Storage providers',
      title: words.title,
      ranks: miners.map((miner, index) => ({
        // Several may go by one name.
        name:
          names.filter((name) => name === names[index]).length > 1
            ? miner.id
            : (names[index] ?? miner.id),
        value: words.text(miner),
        share: most === 0n ? 0 : Number((words.of(miner) * 1000n) / most) / 1000,
      })),
    };
  });
}

const networkCard: Read = (explorer) =>
  shown(explorer.network.overview(), (network) => ({
    kind: 'The Filecoin network, block by block',
    title: `Height ${formatInt(network.height)}`,
    facts: [
      { label: 'Quality-adjusted power', value: known(network.totalQualityAdjPower, power) },
      { label: 'Active providers', value: known(network.activeMiners, formatInt) },
      { label: 'Base fee', value: known(network.baseFee, fil) },
      { label: 'Circulating supply', value: known(network.circulatingSupply, fil) },
    ],
  }));

const READS: Readonly<Record<string, Read>> = {
  message: (explorer, id) => shown(explorer.message.get(id), messageCard),
  tipset: (explorer, id) =>
    shown(explorer.tipset.at(id), (tipset) => ({
      kind: 'Tipset',
      title: formatInt(tipset.height),
      badge: tipset.nullRound
        ? { text: 'Null round', tone: 'warn' }
        : tipset.finality.status === 'final'
          ? { text: 'Final', tone: 'good' }
          : { text: tipset.executed ? 'Executed' : 'Included', tone: 'wait' },
      facts: [
        ...(tipset.nullRound
          ? []
          : [
              { label: 'Blocks', value: formatInt(tipset.blocks.length) },
              { label: 'Messages', value: formatInt(tipset.messageCount) },
            ]),
        { label: 'Rewards', value: known(tipset.reward, fil) },
        { label: 'Time (UTC)', value: formatUtc(tipset.timestamp) },
      ],
    })),
  block: (explorer, id) =>
    shown(explorer.block.get(id), (block) => ({
      kind: `Block at height ${formatInt(block.height)}`,
      title: shortText('block', block.cid),
      identifier: true,
      badge: block.orphaned ? { text: 'Orphaned', tone: 'orphan' } : null,
      facts: [
        { label: 'Storage provider', ...account(block.miner) },
        { label: 'Messages', value: formatInt(block.messageCount) },
        { label: 'Wins', value: formatInt(block.winCount) },
        { label: 'Reward', value: known(block.reward, fil) },
      ],
    })),
  address: (explorer, id) => shown(explorer.account.get(id), accountCard),
  token: (explorer, id) => shown(explorer.token.get(id), tokenCard),
  name: (explorer, id) => shown(explorer.name.get(id), nameCard),
};

/**
 * The card of a thing; null when there is no such kind of card.
 * @throws what the explorer throws, e.g. NotFound
 */
export async function cardOf(explorer: Explorer, kind: string, id: string): Promise<Card | null> {
  const facts = await explorer.network.facts();
  const read = Object.hasOwn(READS, kind) ? READS[kind] : undefined;
  let answer: Answer<Content>;
  if (kind === 'network') answer = await networkCard(explorer, id);
  else if (kind === 'ranks' && isRanking(id)) answer = await rankingCard(explorer, id);
  else if (read !== undefined) answer = await read(explorer, id);
  else return null;
  const network = facts?.name ?? '';
  return {
    identifier: false,
    badge: null,
    ranks: [],
    ...answer.data,
    facts: (answer.data.facts ?? []).flatMap(({ value, ...fact }) =>
      value == null ? [] : [{ ...fact, value }],
    ),
    foot:
      answer.head === null ? network : `${network}, as of height ${formatInt(answer.head.height)}`,
  };
}
