/** What is said over a contract's panel, and whether the panel may be used. */
import type { PanelMode } from '#contracts/abi/panel.ts';
import { hasNoCode } from '#contracts/code/traits.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';

type Lifetime = Pick<ContractDetail, 'destroyHeight' | 'byteCode'>;

/** Whose code no longer runs: the contract's that is called, or that of its implementation. */
export type Gone = 'contract' | 'implementation' | null;

const isGone = (contract: Lifetime): boolean =>
  contract.destroyHeight !== null || hasNoCode(contract);

/** `implementation`: the one contract whose functions are offered in place of the account's own. */
export function goneOf(contract: Lifetime, implementation: Lifetime | null): Gone {
  if (isGone(contract)) return 'contract';
  return implementation !== null && isGone(implementation) ? 'implementation' : null;
}

interface PanelSituation {
  mode: PanelMode;
  gone: Gone;
  /** Of a recording no height can be asked for. */
  recorded: boolean;
  /** Whether this site sends anything to the network. */
  writable: boolean;
}

/** Keys of what is said (`interact.…`), the gravest first; `usable`: the panel comes nevertheless. */
export function panelNotes({ mode, gone, recorded, writable }: PanelSituation) {
  if (mode === 'read')
    return gone === null
      ? { notes: [], usable: true }
      : { notes: [`gone.${gone}${recorded ? 'Recorded' : ''}` as const], usable: !recorded };
  const notes = [
    ...(gone === null ? [] : [`refused.gone.${gone}` as const]),
    ...(recorded ? ['refused.recorded' as const] : []),
    ...(gone === null && !recorded && !writable ? ['refused.closed' as const] : []),
  ];
  return { notes, usable: notes.length === 0 };
}
