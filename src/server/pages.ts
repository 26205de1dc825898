/** The built site's pages: modules that render them (dist/server), and those that the build rendered (dist/client). */
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Site } from './http/render.ts';

interface Entry {
  createPages(prerendered: ReadonlyMap<string, string>): Site;
}

function isEntry(module: unknown): module is Entry {
  return (
    typeof module === 'object' &&
    module !== null &&
    'createPages' in module &&
    typeof module.createPages === 'function'
  );
}

/**
 * Loads all of the pages at once: what a running process had left for later, the next build removes.
 * @param root the project's folder
 */
export async function loadPages(root: string): Promise<Site> {
  const built = join(root, 'dist/server');
  const urlOf = (file: string): string => pathToFileURL(join(built, file)).href;
  const entry: unknown = await import(urlOf('entry.mjs'));
  if (!isEntry(entry))
    throw new Error('dist/server/entry.mjs renders no pages: run `npm run build`');
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' });
  const loaded = new Set(files.filter((file) => file.endsWith('.mjs')).map(urlOf));
  await Promise.all([...loaded].map((url) => import(url)));
  // Node looks for a file on the disk whenever another module asks for it, even if it has it.
  registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith('.')) return next(specifier, context);
      const { href: url } = new URL(specifier, context.parentURL);
      return loaded.has(url) ? { url, shortCircuit: true } : next(specifier, context);
    },
  });
  return entry.createPages(prerendered(join(root, 'dist/client')));
}

/** As the build names them (astro.config.mjs, build.format). */
const PAGE = `${sep}index.html`;

/** Those that the build rendered, by their paths. */
function prerendered(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .filter((file) => file.endsWith(PAGE))
      .map((file) => [
        `/${file.slice(0, -PAGE.length).split(sep).join('/')}`,
        readFileSync(join(folder, file), 'utf8'),
      ]),
  );
}
