import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Reader } from 'mmdb-lib';
import type { PlaceRecords } from '#explorer/index.ts';
import { ConfigError } from './config.ts';

/**
 * Opens an IP database in MaxMind's format; it is read into memory whole. Without a path nothing is
 * anywhere.
 * @throws ConfigError when the file is not there or is no such database
 */
export function openPlaces(path: string | undefined): PlaceRecords {
  if (path === undefined) return () => null;
  try {
    const reader = new Reader(readFileSync(path));
    return (ip) => (isIP(ip) === 0 ? null : reader.get(ip));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`IP_DATABASE must be a database in MaxMind's format: ${reason}.`);
  }
}
