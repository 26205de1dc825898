import { foundSettings } from '#contracts/upload/found.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';
import type { Words } from './words.ts';

interface Props {
  request: VerificationRequest;
  /** The compiler that was chosen; empty where none was. */
  chosen: string;
  /** The file says its compiler. */
  told: boolean;
  words: Words;
}

const LISTED = 10;

/** Settings that a file says, in the place of those that would be asked. */
export function Found({ request, chosen, told, words }: Props) {
  const other = chosen !== '' && request.compiler.split('+')[0] !== chosen.split('+')[0];
  const shown = foundSettings(request).filter(({ key }) => told || key !== 'compiler');
  return (
    <>
      {other && <p className="verify-remark">{words('verify.found.otherCompiler', { chosen })}</p>}
      <dl className="verify-found">
        {shown.map((setting) => (
          <div key={setting.key}>
            <dt>{words(`verify.found.${setting.key}`)}</dt>
            <dd>
              <Value value={setting.value} words={words} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface ValueProps {
  /** Null: the compiler's own. */
  value: boolean | string | null;
  words: Words;
}

/** A setting's value, long ones cut off. */
export function Value({ value, words }: ValueProps) {
  if (value === null) return words('verify.found.own');
  if (typeof value === 'boolean') return words(value ? 'verify.found.on' : 'verify.found.off');
  const lines = value.split('\n');
  return (
    <code>
      {lines.slice(0, LISTED).join('\n')}
      {lines.length > LISTED && ` … (${String(lines.length)})`}
    </code>
  );
}
