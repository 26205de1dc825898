import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { elementOf, filecoinAddressesIn } from '#contracts/abi/draft.ts';
import { canonicalType } from '#contracts/abi/canonical.ts';
import type { AbiParam } from '#filecoin/evm/abi.ts';
import { accountQuery } from './accounts.ts';
import { AmountInput } from './AmountInput.tsx';
import { Field } from './Field.tsx';
import { useKnown } from './known.ts';
import { ListInput, type ValueProps } from './ListInput.tsx';
import { holdsAmount, problemOf, problemWords } from './typed.ts';

/** What is typed for one parameter, whatever its type. */
export function ValueInput(props: ValueProps) {
  const { param, fallback, draft, about = null } = props;
  const label = (
    <>
      <b>{param.name === '' ? fallback : param.name}</b> <code>{canonicalType(param)}</code>
    </>
  );
  const composed = elementOf(param) !== null || param.type === 'tuple';
  if (composed && typeof draft !== 'string')
    return <ListInput {...props} draft={draft} label={label} Value={ValueInput} />;
  const text = typeof draft === 'string' ? draft : '';
  if (composed) return <ListInput {...props} draft={text} label={label} Value={ValueInput} />;
  return <Leaf {...props} label={label} text={text} about={about} />;
}

function Leaf({
  param,
  text,
  label,
  about,
  lacks,
  onChange,
}: ValueProps & { text: string; label: ReactNode }) {
  const { words } = useKnown();
  const problem = problemOf(param, text, lacks);
  const wrong = problem === null ? null : problemWords(words, problem, param);
  if (holdsAmount(param.type))
    return (
      <AmountInput
        label={label}
        text={text}
        wrong={wrong}
        hint={about}
        onChange={onChange}
        units={0}
      />
    );
  if (param.type === 'address')
    return <AddressInput {...{ param, text, label, about, wrong, onChange }} />;
  const long = param.type === 'string' || param.type === 'bytes';
  return (
    <Field label={label} wrong={wrong} hint={about}>
      {(control) =>
        param.type === 'bool' ? (
          <select {...control} value={text} onChange={(e) => onChange(e.currentTarget.value)}>
            <option value="">–</option>
            <option value="true">true</option>
            <option value="false">false</option>
          </select>
        ) : long ? (
          <textarea
            {...control}
            rows={1}
            value={text}
            onChange={(e) => onChange(e.currentTarget.value)}
          />
        ) : (
          <input
            {...control}
            type="text"
            value={text}
            onChange={(e) => onChange(e.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

interface AddressProps {
  param: AbiParam;
  text: string;
  label: ReactNode;
  about: string | null | undefined;
  wrong: string | null;
  onChange(text: string): void;
}

/** An address of either kind; whom the EVM knows by another one is looked up. */
function AddressInput({ param, text, label, about, wrong, onChange }: AddressProps) {
  const { words } = useKnown();
  const [asked = ''] = filecoinAddressesIn(param, text);
  const found = useQuery({ ...accountQuery(asked), enabled: asked !== '' });
  const nobody = asked !== '' && (found.isError || found.data === null);
  const eth = asked === '' ? null : (found.data ?? null);
  return (
    <Field
      label={label}
      wrong={nobody ? words('interact.wrong.account', { address: asked }) : wrong}
      hint={
        eth === null ? (
          (about ?? words('interact.addressHint'))
        ) : (
          <>
            = <code>{eth}</code>
          </>
        )
      }
    >
      {(control) => (
        <input
          {...control}
          type="text"
          value={text}
          onChange={(e) => onChange(e.currentTarget.value)}
        />
      )}
    </Field>
  );
}
