/** A storage provider's own state (StateReadState), and the power actor's as far as it tells of providers. */
import type { ActorStateJson } from '#node/types.ts';
import { z } from 'zod';
import type { RowOf } from '#store/schema.ts';
import { once } from '../../decode/once.ts';
import type { VestingState } from './vesting.ts';

const amount = z.string().regex(/^-?\d{1,80}$/);
const link = z.object({ '/': z.string() });

const fund = z.object({ Epoch: z.int(), Amount: amount });

const minerState = z.object({
  Info: link,
  PreCommitDeposits: amount,
  LockedFunds: amount,
  FeeDebt: amount.optional(),
  InitialPledge: amount.optional(),
  // Its name until actors version 2.
  InitialPledgeRequirement: amount.optional(),
  Deadlines: link,
  ProvingPeriodStart: z.int(),
  CurrentDeadline: z.int32(),
  // A link to the table before actors version 16.
  VestingFunds: z.union([z.object({ Head: fund }).nullable(), link]),
});

/** A provider's state. Throws ZodError for what is none. */
export const readMinerState = once(({ State }: ActorStateJson) => minerState.parse(State));

export interface MinerState {
  /** CID of its info. */
  info: string;
  /** CID of its deadlines: their sectors' states. */
  deadlines: string;
  funds: Pick<
    RowOf<'miner'>,
    'available' | 'locked_funds' | 'pre_commit_deposits' | 'initial_pledge' | 'fee_debt'
  >;
  vesting: VestingState;
}

/**
 * `balance`: the actor's, which may change while its state does not (and then the answer's is that
 * of another time). Throws ZodError for what is no provider's state.
 */
export function decodeMinerState(json: ActorStateJson, balance: bigint): MinerState {
  const state = readMinerState(json);
  const pledge = state.InitialPledge ?? state.InitialPledgeRequirement ?? '0';
  // Actors version 0 and 1 knew no debt.
  const debt = state.FeeDebt ?? '0';
  return {
    info: state.Info['/'],
    deadlines: state.Deadlines['/'],
    funds: {
      available: (
        balance -
        BigInt(state.LockedFunds) -
        BigInt(state.PreCommitDeposits) -
        BigInt(pledge) -
        BigInt(debt)
      ).toString(),
      locked_funds: state.LockedFunds,
      pre_commit_deposits: state.PreCommitDeposits,
      initial_pledge: pledge,
      fee_debt: debt,
    },
    vesting: {
      locked: BigInt(state.LockedFunds),
      periodStart: state.ProvingPeriodStart,
      head: headOf(state.VestingFunds),
    },
  };
}

function headOf(funds: z.infer<typeof minerState>['VestingFunds']): VestingState['head'] {
  if (funds === null) return null;
  if ('/' in funds) return undefined;
  return { epoch: funds.Head.Epoch, amount: BigInt(funds.Head.Amount) };
}

const powerState = z.object({ Claims: link });

const readClaims = once(({ State }: ActorStateJson) => powerState.safeParse(State).data);

/** CID of all providers' claims of power; null when the state is not known. */
export function claimsOf(json: ActorStateJson | null): string | null {
  return (json && readClaims(json)?.Claims['/']) ?? null;
}
