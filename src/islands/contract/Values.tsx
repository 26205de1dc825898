import { paths } from '#format/paths.ts';
import { formatToken } from '#format/token.ts';
import type { AbiArgument, AbiValue } from '#filecoin/evm/abi.ts';
import { pageLocale } from '../words.ts';
import { useKnown } from './known.ts';

/** Integers of so many digits are also written with 18 decimals, as amounts mostly are. */
const AMOUNT_DIGITS = 10;
const DECIMALS = 18;

/** What a function answered, by names and types. */
export function Values({ values }: { values: readonly AbiArgument[] }) {
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
            <Value type={type} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ type, value }: { type: string; value: AbiValue }) {
  if (typeof value === 'boolean') return <code>{String(value)}</code>;
  if (typeof value === 'string') return <Text type={type} text={value} />;
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

function Text({ type, text }: { type: string; text: string }) {
  // Fields of a tuple come without their types.
  if (ADDRESS.test(text) && (type === 'address' || type === ''))
    return (
      <a className="panel-value" href={paths.address(pageLocale(), text)}>
        {text}
      </a>
    );
  const amount = /^u?int/.test(type) && text.replace('-', '').length >= AMOUNT_DIGITS;
  return (
    <>
      <bdi className="panel-value">{text === '' ? '""' : text}</bdi>
      {amount && (
        <span className="panel-hint"> = {formatToken(text, DECIMALS, DECIMALS)} × 10¹⁸</span>
      )}
    </>
  );
}
