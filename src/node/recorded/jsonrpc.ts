import { z } from 'zod';
import type { Result } from './objects.ts';
import type { RecordedNode } from './node.ts';
import { INVALID_REQUEST, PARSE_ERROR, RpcRefusal } from './refusal.ts';

const Request = z.object({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).nullish(),
});
export type Request = z.infer<typeof Request>;

const MAX_BATCH = 1000;
const COMMA = Buffer.from(',');

/** Reads a request or a batch of them; null when the text is neither. */
export function readRequests(text: string): { batch: boolean; items: unknown[] } | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return Array.isArray(value) ? { batch: true, items: value } : { batch: false, items: [value] };
}

/** Answers a request's or a batch's text. Results are spliced in as recorded, never parsed. */
export function answerText(node: RecordedNode, text: string): Buffer {
  const requests = readRequests(text);
  if (requests === null) return errorReply(null, PARSE_ERROR, 'parse error');
  if (!requests.batch) return answer(node, requests.items[0]);
  if (requests.items.length === 0 || requests.items.length > MAX_BATCH)
    return errorReply(null, INVALID_REQUEST, `a batch holds 1 to ${MAX_BATCH} requests`);
  const parts: Buffer[] = [];
  for (const item of requests.items) parts.push(COMMA, answer(node, item));
  return Buffer.concat([Buffer.from('['), ...parts.slice(1), Buffer.from(']')]);
}

export function parseRequest(item: unknown): Request | null {
  const parsed = Request.safeParse(item);
  return parsed.success ? parsed.data : null;
}

export function answer(node: RecordedNode, item: unknown): Buffer {
  const request = parseRequest(item);
  if (request === null) return errorReply(null, INVALID_REQUEST, 'invalid request');
  const id = request.id ?? null;
  try {
    return resultReply(id, node.call(request.method, request.params ?? []));
  } catch (error) {
    if (error instanceof RpcRefusal) return errorReply(id, error.code, error.message);
    return errorReply(id, 1, error instanceof Error ? error.message : String(error));
  }
}

export function resultReply(id: string | number | null, result: Result): Buffer {
  return Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","result":'),
    typeof result === 'string' ? Buffer.from(result) : result,
    Buffer.from(`,"id":${JSON.stringify(id)}}`),
  ]);
}

export function errorReply(id: string | number | null, code: number, message: string): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
}
