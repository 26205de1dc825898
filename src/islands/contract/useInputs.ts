import { useState } from 'react';
import { encodeCall } from '#contracts/abi/call.ts';
import { DraftError, type Draft } from '#contracts/abi/draft.ts';
import type { OfferedFunction } from '#contracts/abi/panel.ts';
import { UnknownAccount, useLookUp } from './accounts.ts';
import { emptyDraft } from './typed.ts';

export interface Inputs {
  drafts: readonly Draft[];
  change(at: number, draft: Draft): void;
  /** Whether the call was tried while something lacked. */
  lacks: boolean;
  /** The call's data; null when what is typed is no call, which the fields then say. */
  encode(): Promise<Uint8Array | null>;
}

/** What is typed for a function's parameters. `texts`: what the page's address says. */
export function useInputs(of: OfferedFunction, texts: readonly string[]): Inputs {
  const lookUp = useLookUp();
  const [lacks, setLacks] = useState(false);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    of.params.map((param, at) => texts[at] ?? emptyDraft(param)),
  );
  return {
    drafts,
    lacks,
    change: (at, draft) => setDrafts((now) => now.with(at, draft)),
    async encode() {
      try {
        const data = encodeCall(of, drafts, await lookUp(of.params, drafts));
        setLacks(false);
        return data;
      } catch (error) {
        if (!(error instanceof DraftError || error instanceof UnknownAccount)) throw error;
        setLacks(true);
        return null;
      }
    },
  };
}

/** Leads to the first field of a form that is wrong, once it says so. */
export function focusWrong(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
