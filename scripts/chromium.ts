import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of an installed Chromium: `$CHROMIUM_PATH`, else the first one on the PATH; null when there is none. */
export function findChromium(): string | null {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return executable(given) ? given : null;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter))
    for (const name of NAMES) {
      const path = join(folder, name);
      if (executable(path)) return path;
    }
  return null;
}

/** Flags with which Chromium runs in a container and keeps off the network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
