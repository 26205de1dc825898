/** Contracts as a compiler's process tells them. */
import type { ContractLine } from '../output.ts';

/** @param contracts by file, then by name: each of any shape */
export const linesOf = (
  contracts: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): ContractLine[] =>
  Object.entries(contracts).flatMap(([file, named]) =>
    Object.entries(named).map(([name, contract]) => [
      Buffer.from(JSON.stringify(['contract', file, name, contract])),
    ]),
  );
