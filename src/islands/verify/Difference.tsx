import type { Difference as Bytes } from '#contracts/match/explain.ts';
import { formatInt } from '#format/number.ts';
import type { Words } from './words.ts';

interface Props {
  difference: Bytes;
  words: Words;
}

/** Bytes around the first difference, the chain's over the compiled; those that differ are marked. */
export function Difference({ difference, words }: Props) {
  const { offset, from, wanted, got } = difference;
  const rows = [
    { label: words('verify.result.wanted'), own: bytesOf(wanted), other: bytesOf(got) },
    { label: words('verify.result.got'), own: bytesOf(got), other: bytesOf(wanted) },
  ];
  const title = words('verify.result.difference', { offset: formatInt(offset) });
  return (
    <>
      <h3>{title}</h3>
      <div className="verify-compare" role="group" aria-label={title}>
        {rows.map(({ label, own, other }) => (
          <div key={label}>
            <span>{label}</span>
            <code>
              {own.map((byte, at) =>
                from + at >= offset && byte !== other[at] ? (
                  <mark key={at}>{byte} </mark>
                ) : (
                  <span key={at}>{byte} </span>
                ),
              )}
            </code>
          </div>
        ))}
      </div>
    </>
  );
}

const bytesOf = (hex: string): readonly string[] => hex.match(/../g) ?? [];
