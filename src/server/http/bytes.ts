/** What @hono/node-server's response keeps of status, body and headers until one asks it for more than these. */
const KEPT = 'cache';

/**
 * The body of a response. The light responses that @hono/node-server puts in place of Node's still have the
 * bytes that they were made of: read back as a stream, a page is copied three times. Any other is read.
 */
export async function bytesOf(response: Response): Promise<Buffer<ArrayBuffer>> {
  const kept = Object.getOwnPropertySymbols(response).find(
    ({ description }) => description === KEPT,
  );
  const parts: unknown = kept && Reflect.get(response, kept);
  const body: unknown = Array.isArray(parts) ? parts[1] : undefined;
  if (body instanceof Uint8Array && body.buffer instanceof ArrayBuffer)
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return Buffer.from(await response.arrayBuffer());
}
