/**
 * Runs compilers and holds what they give against the chain's code, in a process of its own that ends
 * with the one that started it.
 */
import { contractsOf } from '#compiler/contracts.ts';
import { CompilerError } from '#compiler/errors.ts';
import type { CompiledContracts } from '#compiler/output.ts';
import { LocalWork } from '#compiler/work.ts';
import { compareNow, type Compared } from './compare.ts';
import type { FromChild, Question, Setup, Tasks, ToChild } from './messages.ts';

const tell = (message: FromChild) => void process.send?.(message);
const wordsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const work = new LocalWork({
  ...(JSON.parse(process.argv[2] ?? '') as Setup),
  onError: (error) => tell({ warning: wordsOf(error) }),
});
const controls = new Map<number, AbortController>();

async function contractsAt(key: string): Promise<CompiledContracts> {
  const lines = await work.contracts(key);
  if (lines === null)
    throw new CompilerError('crashed', 'What was compiled is gone: hand it in again.');
  try {
    return await contractsOf(lines);
  } catch (error) {
    throw CompilerError.nonsense(error);
  }
}

async function compare({ key, request, chain }: Tasks['compare']['asked']): Promise<Compared> {
  return compareNow({ contracts: await contractsAt(key) }, request, chain);
}

async function answer(
  question: Question,
  signal: AbortSignal,
): Promise<Tasks[keyof Tasks]['answer']> {
  switch (question.kind) {
    case 'known':
      return work.known(question.key);
    case 'ensure':
      await work.ensure(question.release, signal);
      return null;
    case 'compile':
      return work.compile(question.job, signal);
    case 'compare':
      return compare(question);
  }
}

async function take(id: number, question: Question): Promise<void> {
  const control = new AbortController();
  controls.set(id, control);
  try {
    tell({ id, answer: await answer(question, control.signal) });
  } catch (error) {
    if (error instanceof CompilerError) tell({ id, refused: error.told() });
    else tell({ id, error: wordsOf(error) });
  } finally {
    controls.delete(id);
  }
}

process.on('message', (message: ToChild) => {
  if ('stop' in message) controls.get(message.id)?.abort(new Error('stopped'));
  else void take(message.id, message.question);
});
// A compiler that runs would keep it; at its end it takes that one along.
process.once('disconnect', () => process.exit());
// A terminal and a service manager tell all processes to stop; when this one does, the server says.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
