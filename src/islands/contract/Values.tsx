import { paths } from '#format/paths.ts';
import { formatToken } from '#format/token.ts';
import type { AbiArgument, AbiValue } from '#filecoin/evm/abi.ts';
import type { AmountPlace } from '#filecoin/evm/amounts.ts';
import { pageLocale } from '../locale.ts';
import { useKnown } from './known.ts';
import { AmountOf } from './tokens.tsx';

/** Integers of so many digits are also written with 18 decimals, as amounts mostly are. */
const AMOUNT_DIGITS = 10;
const DECIMALS = 18;

interface Props {
  values: readonly AbiArgument[];
  /** Which of them are amounts. */
  amounts?: readonly AmountPlace[] | undefined;
}

/** What a function answered, or an error says, by names and types. */
export function Values({ values, amounts = [] }: Props) {
  const { words } = useKnown();
  if (values.length === 0) return <p className="panel-hint">{words('interact.nothing')}</p>;
  return (
    <dl className="panel-values">
      {values.map(({ name, type, value }, at) => (
        <div key={`${at} ${name}`}>
          <dt>
            {name === '' ? null : <b>{name}</b>} <code>{type}</code>
          </dt>
          <dd>
            <Value
              type={type}
              value={value}
              place={amounts.find(
                (place) => place.at === at && (place.name === undefined || place.name === name),
              )}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ValueProps {
  type: string;
  value: AbiValue;
  /** Of what it is an amount. */
  place?: AmountPlace | undefined;
}

function Value({ type, value, place }: ValueProps) {
  if (typeof value === 'boolean') return <code>{String(value)}</code>;
  if (typeof value === 'string') return <Text type={type} text={value} place={place} />;
  const element = type.replace(/\[\d*\]$/, '');
  const items = Array.isArray(value)
    ? value.map((item: AbiValue, at) => [`[${at}]`, item] as const)
    : Object.entries(value);
  if (items.length === 0) return <code>[]</code>;
  return (
    <dl className="panel-values panel-inner">
      {items.map(([name, item]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Value type={Array.isArray(value) && element !== type ? element : ''} value={item} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

interface TextProps extends Pick<ValueProps, 'place'> {
  type: string;
  text: string;
}

function Text({ type, text, place }: TextProps) {
  // Fields of a tuple come without their types.
  if (ADDRESS.test(text) && (type === 'address' || type === ''))
    return (
      <a className="panel-value" href={paths.address(pageLocale(), text)}>
        {text}
      </a>
    );
  const long = /^u?int/.test(type) && text.replace('-', '').length >= AMOUNT_DIGITS;
  const fallback = long ? `${formatToken(text, DECIMALS, DECIMALS)} × 10¹⁸` : null;
  return (
    <>
      <bdi className="panel-value">{text === '' ? '""' : text}</bdi>
      {place !== undefined && type === 'uint256' ? (
        <AmountOf units={text} {...{ place, fallback }} />
      ) : (
        fallback !== null && <span className="panel-hint"> = {fallback}</span>
      )}
    </>
  );
}
