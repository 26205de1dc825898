import { startServer } from './server.ts';

/**
 * One server for all browser tests: the demo chain, a new epoch every four seconds. With
 * SEXTANT_URL and SEXTANT_NODE_URL set, a server that runs already is used instead.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['SEXTANT_URL'] !== undefined) return undefined;
  const server = await startServer({ DEMO_EPOCH_SECONDS: '4' });
  process.env['SEXTANT_URL'] = server.url;
  process.env['SEXTANT_NODE_URL'] = server.nodeUrl;
  return () => server.stop();
}
