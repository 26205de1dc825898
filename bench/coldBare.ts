/**
 * The least that a web process can do: Node's HTTP server and node-postgres, one statement for each
 * request, its rows as JSON. A process of its own, as the product is; `DATABASE_URL` is its database.
 */
import { createServer } from 'node:http';
import { Pool } from 'pg';
import { runStatement, type StatementName } from './coldStatements.ts';

const NAMES: Readonly<Record<string, StatementName>> = {
  '/list': '25 joined rows',
  '/message': 'one joined row',
};

const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 16,
  // Every value is the text that the server sends: nothing is cheaper.
  types: { getTypeParser: () => (text: string) => text },
});

/** `/list?from&to` of `seq`, `/message?digest` in hex, `/metrics` as the product has them. */
async function answered(target: string): Promise<string> {
  const { pathname, searchParams } = new URL(target, 'http://x');
  if (pathname === '/metrics') {
    const { user, system } = process.cpuUsage();
    return `process_cpu_seconds_total ${(user + system) / 1e6}\n`;
  }
  const name = NAMES[pathname];
  if (name === undefined) throw new Error(`${pathname}: nothing`);
  const given = [...searchParams.values()];
  const values = name === 'one joined row' ? [Buffer.from(given[0] ?? '', 'hex')] : given;
  return JSON.stringify(await runStatement(pool, name, values));
}

const server = createServer((req, res) => {
  answered(req.url ?? '/').then(
    (body) => res.setHeader('content-type', 'application/json').end(body),
    (error: unknown) => res.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null)
    process.stdout.write(`answers at http://127.0.0.1:${address.port}\n`);
});
