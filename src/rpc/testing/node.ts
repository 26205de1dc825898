/** A proxy before a node that answers what a test says. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SILENT } from '#node/log.ts';
import { createProxy, type Asker, type Proxy } from '../proxy.ts';
import { readRequest } from '../reply.ts';

type Answered = (call: { id: unknown; method: string }) => { status?: number; body: string } | null;

const echo: Answered = ({ id, method }) => ({
  body: ` {"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"of":"${method}","Method":12345678901234567890}}\n`,
});

export const atOnce: Asker = { turn: (call) => call() };

export const call = (method: string, id: string | number = 1, params: unknown = []) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

export class ProxiedNode {
  /** What the node was asked. */
  readonly asked: string[] = [];
  /** How it answers; null is never. */
  answer = echo;
  upstream: string | null = null;
  unwritable: string | null = null;
  readonly warnings: string[] = [];
  readonly proxy: Proxy;
  /** Waits for long answers as long as a busy machine takes. */
  readonly patient: Proxy;
  /** Which of them is asked. */
  by: Proxy;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        this.asked.push(text);
        const said = this.answer(JSON.parse(text));
        if (said === null) return;
        const { status = 200, body } = said;
        res.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
    });
    const options = {
      upstream: () => (this.upstream === null ? null : { url: this.upstream, token: 'secret' }),
      unwritable: () => this.unwritable,
      log: {
        ...SILENT,
        warn: (_fields: object, message: string) => void this.warnings.push(message),
      },
    };
    this.proxy = createProxy({ ...options, timeoutMs: 300 });
    this.patient = createProxy(options);
    this.by = this.proxy;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  close(): void {
    this.proxy.close();
    this.patient.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** As it is when a test begins. */
  reset(): void {
    this.asked.length = 0;
    this.unwritable = null;
    this.by = this.proxy;
    this.recover();
  }

  /** It is there again, and answers. */
  recover(): void {
    this.answer = echo;
    this.upstream = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/rpc/v1`;
  }

  async ask(body: unknown): Promise<unknown> {
    const request = readRequest(typeof body === 'string' ? body : JSON.stringify(body));
    if ('error' in request) return JSON.parse(request.error);
    const text = await this.by.answer(request, atOnce);
    return text === null ? null : JSON.parse(text);
  }

  async errorOf(body: unknown): Promise<{ code: number; message: string }> {
    return ((await this.ask(body)) as { error: { code: number; message: string } }).error;
  }
}
