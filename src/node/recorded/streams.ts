import type { WebSocket } from 'ws';
import { z } from 'zod';
import { pooled } from './methods/chain.ts';
import { answer, errorReply, parseRequest, readRequests, resultReply } from './jsonrpc.ts';
import type { Present } from './methods/methods.ts';
import type { RecordedNode } from './node.ts';
import { INVALID_REQUEST, PARSE_ERROR } from './refusal.ts';
import type { TimelineEvent } from './timeline.ts';

type Stream = 'ChainNotify' | 'MpoolSub';
type Id = string | number | null;

/** A follower that does not read has this much sent to it before it is cut off, in bytes. */
const MAX_BUFFERED = 64 << 20;

const Cancel = z.tuple([z.union([z.string(), z.number()])]);

/**
 * Serves one websocket: plain calls, and the two streams framed as go-jsonrpc does it: the call's
 * result is a channel number, values follow as `xrpc.ch.val` notifications, and `xrpc.cancel`
 * with the call's id ends the stream with `xrpc.ch.close`.
 */
export function serveSocket(socket: WebSocket, node: RecordedNode, present: Present): void {
  const { player } = present;
  const channels = new Map<number, { stream: Stream; request: Id }>();
  let lastChannel = 0;

  const send = (data: Buffer | string): void => {
    if (socket.bufferedAmount > MAX_BUFFERED) socket.terminate();
    else socket.send(data.toString());
  };
  const push = (channel: number, value: string): void => {
    send(`{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[${channel},${value}]}`);
  };
  const change = (type: string, tipset: number): string =>
    `{"Type":"${type}","Val":${present.value(present.recording.chain.tipset(tipset).value).toString()}}`;

  const tell = (event: TimelineEvent): void => {
    if (event.kind === 'certificate') return;
    const wanted: Stream = event.kind === 'heads' ? 'ChainNotify' : 'MpoolSub';
    const open = [...channels].filter(([, { stream }]) => stream === wanted);
    if (open.length === 0) return;
    const value = event.kind === 'heads' ? headsValue(event) : poolValue(event);
    if (value !== null) for (const [channel] of open) push(channel, value);
  };
  const headsValue = (event: Extract<TimelineEvent, { kind: 'heads' }>): string =>
    `[${event.changes.map(({ type, tipset }) => change(type, tipset)).join(',')}]`;
  const poolValue = (event: Extract<TimelineEvent, { kind: 'pool' }>): string | null => {
    const message = event.message ?? pooled(present, event.cid);
    return message === null ? null : `{"Type":${event.added ? 0 : 1},"Message":${message}}`;
  };

  const one = (item: unknown): void => {
    const request = parseRequest(item);
    if (request === null) {
      send(errorReply(null, INVALID_REQUEST, 'invalid request'));
      return;
    }
    const method = request.method.replace(/^Filecoin\./, '');
    if (method === 'xrpc.cancel') {
      const [id] = Cancel.safeParse(request.params).data ?? [];
      for (const [channel, { request: asked }] of channels) {
        if (id === undefined || asked !== id) continue;
        channels.delete(channel);
        send(`{"jsonrpc":"2.0","method":"xrpc.ch.close","params":[${channel}]}`);
      }
    } else if (method === 'ChainNotify' || method === 'MpoolSub') {
      const channel = ++lastChannel;
      channels.set(channel, { stream: method, request: request.id ?? null });
      send(resultReply(request.id ?? null, String(channel)));
      if (method === 'ChainNotify') push(channel, `[${change('current', player.head())}]`);
    } else send(answer(node, item));
  };

  const stop = player.onEvent(tell);
  socket.on('message', (data) => {
    const requests = readRequests(String(data));
    if (requests === null) send(errorReply(null, PARSE_ERROR, 'parse error'));
    else requests.items.forEach(one);
  });
  socket.on('close', stop);
  socket.on('error', () => socket.terminate());
}
