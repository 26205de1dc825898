import type { OfferedFunction } from '#contracts/abi/panel.ts';
import { useKnown } from './known.ts';
import type { Inputs } from './useInputs.ts';
import { ValueInput } from './ValueInput.tsx';

/** The fields of a function's parameters. */
export function InputFields({ of, inputs }: { of: OfferedFunction; inputs: Inputs }) {
  const { words } = useKnown();
  return of.params.map((param, at) => (
    <ValueInput
      key={`${at} ${param.name}`}
      param={param}
      fallback={words('interact.input', { n: at + 1 })}
      draft={inputs.drafts[at] ?? ''}
      lacks={inputs.lacks}
      about={of.about[at] ?? null}
      onChange={(draft) => inputs.change(at, draft)}
    />
  ));
}
