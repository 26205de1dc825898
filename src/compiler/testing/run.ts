/** One compilation in a process of its own, and what comes of it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CompilerError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Limits } from '../limits.ts';
import { contractsOf } from '../contracts.ts';
import type { CompiledContracts, CompilerOutput } from '../output.ts';
import { tellingCompiler } from './fake.ts';
import { run } from '../child/run.ts';

const require = createRequire(import.meta.url);
export const [NEWEST = Buffer.of(), DEMOS = Buffer.of()] = ['solc', 'solc-0.8.23'].map((name) =>
  readFileSync(require.resolve(`${name}/soljson.js`)),
);

export function solidity(sources: Record<string, string>, settings: object = {}): Buffer {
  return Buffer.from(
    JSON.stringify({
      language: 'Solidity',
      sources: Object.fromEntries(
        Object.entries(sources).map(([file, content]) => [file, { content }]),
      ),
      settings: {
        outputSelection: {
          '*': { '*': ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode'] },
        },
        ...settings,
      },
    }),
  );
}

/** An output whose contracts have been read. */
type Read = Omit<CompilerOutput, 'contracts'> & { contracts: CompiledContracts };

export async function compile(
  compiler: Buffer,
  input: Buffer = Buffer.from('{}'),
  limits: Partial<Limits> = {},
  signal?: AbortSignal,
): Promise<Read> {
  const { output } = await run({ compiler, input, limits: { ...LIMITS, ...limits }, signal });
  return { ...output, contracts: await contractsOf(output.contracts) };
}

/** What the only contract of a telling compiler told. */
export async function told(body: string): Promise<string | undefined> {
  const { contracts } = await compile(tellingCompiler(body));
  return contracts['file']?.['name']?.metadata;
}

export async function failure(work: Promise<unknown>): Promise<CompilerError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CompilerError) return error;
  throw new Error('no CompilerError', { cause: error });
}

/** The failure of a compiler that had its time: one that had not is handed in again, as it says. */
export async function fairFailure(work: () => Promise<unknown>): Promise<CompilerError> {
  const error = await failure(work());
  return error.kind === 'tooBusy' ? fairFailure(work) : error;
}

export const errorsOf = ({ errors }: Read) =>
  errors.filter(({ severity }) => severity === 'error').map(({ message }) => message);

export const SOURCE = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n';
