/** What the execution of a tipset did, from its trace and receipts. */
import { REWARD_ID, SYSTEM_ID } from '#filecoin/address.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { checkOrder } from '../check/order.ts';
import { checkReceipt } from '../check/receipts.ts';
import { checkReceipts } from '../check/roots.ts';
import { InvariantError } from '../errors.ts';
import type { TipsetFacts } from '../types.ts';
import { neverRan } from './calls.ts';
import { Execution, type Executed, type ExecutionAnswers } from './executed.ts';
import { digest, idOfText } from './ids.ts';
import type { Kinds } from './kinds.ts';

const AWARD_BLOCK_REWARD = 2;

/**
 * Decodes the execution of `tipset`, whose child has `child` as its state root and receipts' root.
 * The trace is: cron of null rounds before the tipset; per block its messages (those that no
 * earlier block brought), then its reward; cron.
 * Throws InvariantError 1 where receipts or events are not those that their roots name, 2 where trace,
 * receipts, blocks and child contradict each other, 3 on gas.
 */
export function decodeExecution(...input: Parameters<typeof executionSteps>): Executed {
  const steps = executionSteps(...input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** `decodeExecution` with a stop after each message, so that others may have their turn. */
export function* executionSteps(
  tipset: TipsetFacts,
  child: Pick<TipsetFacts, 'stateRoot' | 'receiptsRoot'>,
  answers: ExecutionAnswers,
  kinds: Kinds,
): Generator<void, Executed> {
  const { compute, receipts } = answers;
  if (!equalBytes(digest(compute.Root), child.stateRoot))
    throw new InvariantError(
      2,
      tipset,
      `its execution gives state ${compute.Root['/']}, its child stands on another`,
    );
  checkReceipts(tipset, receipts, child.receiptsRoot);
  const facts = new Execution(tipset, kinds, answers);
  let block = 0;
  for (const invocation of compute.Trace) {
    if (idOfText(invocation.Msg.From) !== SYSTEM_ID) {
      const at = facts.executions.length;
      checkReceipt(tipset, invocation, receipts[at]);
      if (neverRan(invocation)) facts.refused(invocation, block);
      else facts.message(invocation, block, answers.events && (answers.events[at] ?? []));
    } else if (
      idOfText(invocation.Msg.To) === REWARD_ID &&
      invocation.Msg.Method === AWARD_BLOCK_REWARD
    ) {
      facts.reward(invocation, block);
      block++;
    } else facts.implicit(invocation);
    yield;
  }
  if (facts.executions.length !== receipts.length)
    throw new InvariantError(
      2,
      tipset,
      `${receipts.length} receipts for ${facts.executions.length} executed messages`,
    );
  if (block !== tipset.blocks.length)
    throw new InvariantError(2, tipset, `${block} rewards for ${tipset.blocks.length} blocks`);
  checkOrder(tipset, facts.executions);
  return facts;
}
