import { foundSettings, type Found as Setting } from '#contracts/upload/found.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';
import type { Words } from './words.ts';

interface Props {
  request: VerificationRequest;
  /** The compiler that was chosen before. */
  chosen: string;
  words: Words;
}

const LISTED = 10;

/** Settings that a file says, in the place of those that would be asked. */
export function Found({ request, chosen, words }: Props) {
  const other = request.compiler.split('+')[0] !== chosen.split('+')[0];
  return (
    <section className="verify-part" aria-labelledby="verify-found">
      <h2 id="verify-found">{words('verify.found.title')}</h2>
      {other && <p className="verify-remark">{words('verify.found.otherCompiler', { chosen })}</p>}
      <dl className="verify-found">
        {foundSettings(request).map((setting) => (
          <div key={setting.key}>
            <dt>{words(`verify.found.${setting.key}`)}</dt>
            <dd>
              <Value {...setting} words={words} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ value, words }: Setting & { words: Words }) {
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
