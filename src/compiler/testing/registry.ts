import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Release } from '../table/table.ts';

export interface Entry {
  name: string;
  content: Uint8Array | string;
  /** ustar's type; a regular file unless told. */
  type?: string;
  /** Another size than the content has. */
  size?: number;
}

const BLOCK = 512;

function padded(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
}

/** A gzipped tar of the entries. */
export function tarball(...entries: Entry[]): Buffer {
  const parts = entries.flatMap(({ name, content, type = '0', size }) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(BLOCK);
    header.write(name, 0, 100, 'latin1');
    header.write((size ?? bytes.length).toString(8).padStart(11, '0'), 124, 'latin1');
    header.write(type, 156, 'latin1');
    header.write('ustar', 257, 'latin1');
    return [header, padded(bytes)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}

/** What the table would say of a package. */
export function releaseOf(version: string, packed: Uint8Array, soljson: Uint8Array): Release {
  return {
    version: `v${version}+commit.00000000`,
    package: version,
    integrity: `sha512-${createHash('sha512').update(packed).digest('base64')}`,
    sha256: createHash('sha256').update(soljson).digest('hex'),
    evmVersion: null,
  };
}

/** An npm registry on this machine, of which `answer` gives what is under a path. */
export async function startRegistry(
  answer: (path: string, response: ServerResponse) => void,
): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request.url ?? '', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
