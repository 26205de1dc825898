/**
 * The name service's own REST dialect (`/api/registration/list`, `/api/name/find`,
 * `/api/address/transactions`, `/api/fns/inviteRanking`), which wallets ask beside /api/v1. Every answer is wrapped as
 * {data, code, message}; code 0 means success.
 */
import type { Explorer } from '#explorer/index.ts';
import type { NameAction } from '#explorer/name/schema.ts';
import type { Answer } from '#explorer/wire.ts';
import type { ApiApp, ApiContext } from './call.ts';

const BASE = '/api';
/** Most actions of an account that one answer holds. */
const MAX_ACTIONS = 100;

interface Transaction {
  blockNumber: number;
  type: string;
  name: string | null;
  owner: string;
  expires: number | string | null;
  transactionHash: string | null;
}

const TYPES: Readonly<Record<NameAction['type'], string>> = {
  registered: 'NameRegistered',
  renewed: 'NameRenewed',
  transferred: 'Transfer',
  controller: 'Transfer',
  resolver: 'Resolver',
  record: 'AddressChanged',
  reverse: 'NameChanged',
};

function transaction(action: NameAction): Transaction {
  return {
    blockNumber: action.height,
    type: TYPES[action.type],
    name: action.name ?? action.tokenId,
    owner: action.account?.ethAddress ?? '',
    expires: action.expires,
    transactionHash: action.transactionHash,
  };
}

function wrapped(c: ApiContext, { head, data }: Answer<unknown>): Response {
  if (head !== null) c.header('X-Head', head.token);
  c.header('Cache-Control', 'no-cache');
  return c.json({ data, code: 0, message: 'success' });
}

/** Refusals pass to the app's own handler. */
export function addNameService(app: ApiApp, explorer: Explorer): void {
  app.get(`${BASE}/registration/list`, async (c) => {
    const { head, data } = await explorer.name.registrations({
      page: c.req.query('page'),
      pageSize: c.req.query('pageSize'),
    });
    const list = data.actions.map(transaction);
    return wrapped(c, { head, data: { total: data.totalCount, list } });
  });
  app.get(`${BASE}/name/find`, async (c) => {
    const address = c.req.query('address') ?? '';
    const { head, data } = await explorer.account.get(address);
    const name = data.fnsName ?? '';
    return wrapped(c, { head, data: { owner: name === '' ? '' : (data.ethAddress ?? ''), name } });
  });
  app.get(`${BASE}/address/transactions`, async (c) => {
    const { head, data } = await explorer.name.actionsOf(c.req.query('address') ?? '', {
      pageSize: MAX_ACTIONS,
    });
    return wrapped(c, { head, data: data.actions.map(transaction) });
  });
  // Who invited whom is not on the chain: nobody is ranked here.
  app.get(`${BASE}/fns/inviteRanking`, (c) => wrapped(c, { head: null, data: { records: [] } }));
}
