import { useMutation } from '@tanstack/react-query';
import { useStore } from '@nanostores/react';
import { useEffect, useId, useState, type FormEvent } from 'react';
import type { Offered, OfferedFunction } from '#contracts/abi/panel.ts';
import { formatInt } from '#format/number.ts';
import { height as headHeight } from '#stores/live.ts';
import { callContract, failureOf, outcomeOf, type Outcome } from './calls.ts';
import { CopyLink } from './CopyLink.tsx';
import { FunctionList } from './FunctionList.tsx';
import { InputFields } from './InputFields.tsx';
import { useKnown } from './known.ts';
import { linkedFrom, linkTo, type Linked } from './link.ts';
import { OutcomeView } from './OutcomeView.tsx';
import { focusWrong, useInputs } from './useInputs.ts';

/** What a contract tells to whoever asks: its functions that change nothing. */
export function Panel({ offered }: { offered: Offered }) {
  const { place, words } = useKnown();
  const [height, setHeight] = useState(
    () => linkedFrom(new URL(location.href).searchParams)?.height ?? '',
  );
  return (
    <div className="panel">
      {place.network.recorded && <p className="panel-remark">{words('interact.recording')}</p>}
      <FunctionList
        functions={offered.reads}
        more={!place.network.recorded && <HeightField value={height} onChange={setHeight} />}
      >
        {(each, linked) => (
          <ReadForm
            of={each}
            errors={offered.errors}
            linked={linked}
            height={place.network.recorded ? '' : height}
          />
        )}
      </FunctionList>
    </div>
  );
}

/** Null for the newest; NaN for what is no height of this chain. */
function heightOf(text: string, head: number | null): number | null {
  const typed = text.trim().replaceAll(/[,_]/g, '');
  if (typed === '') return null;
  return /^\d{1,15}$/.test(typed) && (head === null || Number(typed) <= head)
    ? Number(typed)
    : Number.NaN;
}

function HeightField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { words } = useKnown();
  const id = useId();
  const head = useStore(headHeight);
  const wrong = Number.isNaN(heightOf(value, head));
  return (
    <span className="panel-height">
      <label htmlFor={id}>{words('interact.height')}</label>
      <input
        id={id}
        className="field"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={head === null ? words('interact.newest') : formatInt(head)}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        value={value}
        onChange={(e) => onChange(e.currentTarget.value)}
      />
      {wrong && (
        <span className="panel-wrong" id={`${id}-wrong`}>
          {words('interact.wrong.height')}
        </span>
      )}
    </span>
  );
}

interface FormProps {
  of: OfferedFunction;
  errors: Offered['errors'];
  linked: Linked | null;
  height: string;
}

function ReadForm({ of, errors, linked, height }: FormProps) {
  const { place, words } = useKnown();
  const head = useStore(headHeight);
  const inputs = useInputs(of, linked?.v ?? []);
  const at = heightOf(height, head);
  const call = useMutation({
    mutationFn: async (form: HTMLFormElement | null): Promise<Outcome | null> => {
      const data = await inputs.encode();
      if (data === null || Number.isNaN(at)) {
        if (form !== null) focusWrong(form);
        return null;
      }
      try {
        return outcomeOf(of, await callContract(place.node, { to: place.address, data }, at));
      } catch (error) {
        return failureOf(errors, error);
      }
    },
  });
  const { mutate } = call;
  const whole = linked === null ? of.params.length === 0 : linked.v.length === of.params.length;
  useEffect(() => {
    // Nothing is left to be typed: it is asked at once.
    if (whole) mutate(null);
  }, [whole, mutate]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate(event.currentTarget);
  };
  const link = (): URL =>
    linkTo(new URL(location.href), of.canonical, inputs.drafts, { height: height.trim() });
  return (
    <form noValidate onSubmit={submit}>
      <InputFields of={of} inputs={inputs} />
      <p className="panel-ways">
        <button type="submit" className="button button-first" aria-busy={call.isPending}>
          {words(call.isPending ? 'interact.asking' : 'interact.query')}
        </button>
        <CopyLink link={link} />
      </p>
      <div className="panel-outcome" role="status">
        {call.data != null && !call.isPending && (
          <OutcomeView outcome={call.data} of={of.canonical} />
        )}
        {call.isError && <p className="panel-failure">{words('interact.failed')}</p>}
      </div>
    </form>
  );
}
