/** What index and node tell of a sent transaction, until nothing of it changes any more. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AccountMessages } from '#explorer/account/schema.ts';
import { AddressError, ethAddressOf, parseAddress } from '#filecoin/address.ts';
import { listen, onTipset } from '../../live/socket.ts';
import { ApiError, getJson } from '../../queries/api.ts';
import { useKnown } from '../known.ts';
import { nextNonce, nonceOf } from './simulate.ts';
import { progressOf, type Heard, type Progress, type Sent, type MessageState } from './progress.ts';

/** Asked again after so long, where the live channel tells nothing, in milliseconds. */
const ASK_AGAIN = 5_000;
/** The same of what was sent more than so many seconds ago. */
const ASK_LATER = 60_000;
const RECENT = 900;
const OWN_MESSAGES = 100;

async function messageOf(hash: string, signal: AbortSignal): Promise<MessageState | null> {
  try {
    return await getJson<MessageState>(`/message/${hash}`, {}, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

async function askedOfNode(
  node: string,
  { hash, from }: Sent,
): Promise<NonNullable<Heard['node']>> {
  const [nonce, next] = await Promise.all([nonceOf(node, hash), nextNonce(node, from, 'latest')]);
  return { knows: nonce !== null, next };
}

function isFrom(address: string, sender: string): boolean {
  try {
    return ethAddressOf(parseAddress(address))?.toLowerCase() === sender;
  } catch (error) {
    if (error instanceof AddressError) return false;
    throw error;
  }
}

/** The newest messages of the sender, for the one that has the nonce. */
async function takerOf(
  { from, nonce }: Sent,
  signal: AbortSignal,
): Promise<{ cid: string } | null> {
  const { messages } = await getJson<AccountMessages>(
    `/address/${from}/messages`,
    { pageSize: OWN_MESSAGES },
    signal,
  );
  const taker = messages.find((each) => Number(each.nonce) === nonce && isFrom(each.from, from));
  return taker ?? null;
}

/** How far it is. `learn`: its nonce became known. */
export function useProgress(
  sent: Sent,
  learn: (nonce: number) => void,
): Progress & { message: MessageState | null } {
  const { place } = useKnown();
  const queries = useQueryClient();
  const { hash, nonce, at } = sent;
  const again = Date.now() / 1000 - at > RECENT ? ASK_LATER : ASK_AGAIN;
  const [settled, setSettled] = useState(false);

  const message = useQuery({
    queryKey: ['sent', hash],
    queryFn: ({ signal }) => messageOf(hash, signal),
    staleTime: 0,
    refetchInterval: settled ? false : again,
    retry: true,
  });
  const unknown = message.data === null;
  const node = useQuery({
    queryKey: ['sent', hash, 'node'],
    queryFn: () => askedOfNode(place.node, sent),
    staleTime: 0,
    enabled: unknown,
    refetchInterval: unknown && !settled ? again : false,
  });
  const passed = (node.data?.next ?? 0) > (nonce ?? Number.MAX_SAFE_INTEGER);
  const taken = useQuery({
    queryKey: ['sent', hash, 'taken'],
    queryFn: ({ signal }) => takerOf(sent, signal),
    staleTime: 0,
    enabled: unknown && passed && node.data?.knows === false,
    refetchInterval: (query) => (query.state.data == null && !settled ? again : false),
  });

  useEffect(() => {
    if (settled) return;
    const key = ['sent', hash];
    const room = `message/${hash}`;
    const leave = listen<MessageState>(room, room, (told) => {
      // What is on its way was asked for before this was told.
      void queries.cancelQueries({ queryKey: key, exact: true });
      queries.setQueryData(key, told);
    });
    const stop = onTipset(() => {
      void queries.invalidateQueries({ queryKey: key });
    });
    return () => {
      leave();
      stop();
    };
  }, [hash, settled, queries]);

  const told = message.data ?? null;
  const progress = progressOf(
    sent,
    {
      message: message.data,
      node: node.data ?? null,
      taken: unknown && passed ? (taken.data ?? null) : null,
    },
    Date.now() / 1000,
  );
  useEffect(() => {
    if (progress.settled) setSettled(true);
  }, [progress.settled]);
  const own = told === null || told.replaced === true ? null : Number(told.nonce);
  useEffect(() => {
    if (own !== null && own !== nonce) learn(own);
  }, [own, nonce, learn]);
  return { ...progress, message: told };
}
