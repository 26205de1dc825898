import { EVM_VERSIONS, METADATA_CHOICES, type Asked } from '#contracts/upload/request.ts';
import { ChoiceField, Switch, TextField } from './Field.tsx';
import { Libraries } from './Libraries.tsx';
import type { Words } from './words.ts';

interface Props {
  asked: Asked;
  /** Names of the files that are handed in. */
  files: readonly string[];
  /** The compiler's own EVM version; empty where it has none. */
  evmDefault: string;
  words: Words;
  /** What is wrong with a field. */
  errorAt(name: string): string | null;
  onChange(change: Partial<Asked>): void;
}

/** Settings that no file says. */
export function Settings({ asked, files, evmDefault, words, errorAt, onChange }: Props) {
  const own =
    evmDefault === ''
      ? words('verify.asked.evmOwn')
      : words('verify.asked.evmDefault', { name: evmDefault });
  const versions = EVM_VERSIONS.map((name) => ({ value: name as string, label: name }));
  return (
    <section className="verify-part" aria-labelledby="verify-settings">
      <h2 id="verify-settings">{words('verify.asked.title')}</h2>
      <div className="verify-grid">
        {files.length > 1 && (
          <ChoiceField
            label={words('verify.asked.main')}
            name="main"
            hint={words('verify.asked.mainHint')}
            words={words}
            value={files.includes(asked.main) ? asked.main : ''}
            options={[
              { value: '', label: words('verify.asked.mainAll') },
              ...files.map((name) => ({ value: name, label: name })),
            ]}
            onChange={(main) => onChange({ main })}
          />
        )}
        <ChoiceField
          label={words('verify.asked.evmVersion')}
          name="evmVersion"
          words={words}
          value={asked.evmVersion}
          options={[{ value: '', label: own }, ...versions]}
          onChange={(evmVersion) => onChange({ evmVersion })}
        />
        <TextField
          label={words('verify.asked.runs')}
          name="optimizeRuns"
          words={words}
          value={asked.optimizeRuns}
          error={errorAt('optimizeRuns')}
          numeric
          onChange={(optimizeRuns) => onChange({ optimizeRuns })}
        />
      </div>
      <div className="verify-row">
        <Switch
          label={words('verify.asked.optimize')}
          name="optimize"
          checked={asked.optimize}
          onChange={(optimize) => onChange({ optimize })}
        />
        <Switch
          label={words('verify.asked.viaIR')}
          name="viaIR"
          checked={asked.viaIR}
          onChange={(viaIR) => onChange({ viaIR })}
        />
      </div>
      <Card title={words('verify.asked.details')} error={errorAt('optimizerDetails') !== null}>
        <TextField
          label={words('verify.asked.details')}
          name="optimizerDetails"
          hint={words('verify.asked.detailsHint')}
          words={words}
          value={asked.optimizerDetails}
          error={errorAt('optimizerDetails')}
          optional
          long
          onChange={(optimizerDetails) => onChange({ optimizerDetails })}
        />
      </Card>
      <Card title={words('verify.library.title')} error={errorAt('libraries') !== null}>
        <Libraries
          rows={asked.libraries}
          files={files}
          words={words}
          error={errorAt('libraries')}
          onChange={(libraries) => onChange({ libraries })}
        />
      </Card>
      <Card title={words('verify.asked.metadata')} error={errorAt('metadata') !== null}>
        <ChoiceField
          label={words('verify.asked.metadata')}
          name="metadata"
          hint={words('verify.asked.metadataHint')}
          words={words}
          value={asked.metadata}
          options={METADATA_CHOICES.map((value) => ({
            value,
            label: words(`verify.asked.metadataChoice.${value}`),
          }))}
          onChange={(metadata) => onChange({ metadata })}
        />
      </Card>
    </section>
  );
}

interface CardProps {
  title: string;
  /** Something in it is wrong: it is opened. */
  error: boolean;
  children: React.ReactNode;
}

function Card({ title, error, children }: CardProps) {
  return (
    <details className="verify-card" {...(error ? { open: true } : {})}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
