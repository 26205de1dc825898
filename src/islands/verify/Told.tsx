import type { Asked } from '#contracts/upload/request.ts';
import type { FoundSettings as ToldSettings } from '#contracts/upload/told.ts';
import { Value } from './Found.tsx';
import { Settings, type FieldName, type SettingsProps } from './Settings.tsx';
import type { VerifyKey, Words } from './words.ts';

interface Props extends SettingsProps {
  told: ToldSettings;
}

/** Words of the fields that files may tell. */
const LABELS: Partial<Record<FieldName, VerifyKey>> = {
  compiler: 'verify.compiler',
  license: 'verify.license',
  evmVersion: 'verify.asked.evmVersion',
  optimizeRuns: 'verify.asked.runs',
  optimize: 'verify.asked.optimize',
  viaIR: 'verify.asked.viaIR',
  remappings: 'verify.found.remappings',
  metadata: 'verify.asked.metadata',
};

function valueOf(field: FieldName, asked: Asked, words: Words): string | boolean | null {
  if (field === 'metadata') return words(`verify.asked.metadataChoice.${asked.metadata}`);
  const value = asked[field];
  if (value === '') return null;
  return typeof value === 'object' ? '' : value;
}

/** Where a value is from; `file` is empty for the contract's code. */
function fromWords(file: string, same: boolean, words: Words): string {
  if (file === '') return words(same ? 'verify.found.inCode' : 'verify.found.hereCode');
  return words(same ? 'verify.found.in' : 'verify.found.here', { file });
}

/** Settings that files tell: filled in, said where from, and to be changed. */
export function Told({ told, ...props }: Props) {
  const { asked, fields, words, errorAt } = props;
  const wrong = ['compilerVersion', 'licenseType', 'optimizeRuns', 'remappings'].some(
    (name) => errorAt(name) !== null,
  );
  return (
    <>
      <dl className="verify-found">
        {fields.map((field) => (
          <div key={field}>
            <dt>{words(LABELS[field] ?? 'verify.found.title')}</dt>
            <dd>
              <Value value={valueOf(field, asked, words)} words={words} />{' '}
              <small>
                {fromWords(told.at[field] ?? '', told.values[field] === asked[field], words)}
              </small>
            </dd>
          </div>
        ))}
      </dl>
      <details className="verify-card opens" {...(wrong ? { open: true } : {})}>
        <summary>{words('verify.found.change')}</summary>
        <Settings {...props} />
      </details>
    </>
  );
}
