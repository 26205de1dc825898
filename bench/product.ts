/** The product as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process of the product, or of another `program`, once it answers. */
export async function start(
  env: Record<string, string>,
  program = 'src/server/main.ts',
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(text)));
    child.stdout?.on('data', (chunk: Buffer) => {
      const found = /(?:answers|health) at (http:\/\/[^\s"]+)/.exec((text += chunk.toString()));
      if (found?.[1] === undefined) return;
      // The log of every request is taken, and not kept.
      child.stdout?.removeAllListeners('data').resume();
      resolve(found[1]);
    });
  });
  return { child, url };
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
