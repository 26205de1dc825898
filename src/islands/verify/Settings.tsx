import { LICENSES } from '#contracts/request/licenses.ts';
import { EVM_VERSIONS, METADATA_CHOICES, type Asked } from '#contracts/upload/request.ts';
import { ChoiceField, Switch, TextField } from './Field.tsx';
import { Libraries } from './Libraries.tsx';
import type { Release } from './releases.ts';
import type { Words } from './words.ts';

/** Fields in the order in which they stand. */
export const FIELDS = [
  'compiler',
  'license',
  'main',
  'evmVersion',
  'optimizeRuns',
  'optimize',
  'viaIR',
  'optimizerDetails',
  'libraries',
  'remappings',
  'metadata',
] as const satisfies readonly (keyof Asked)[];
export type FieldName = (typeof FIELDS)[number];

export interface SettingsProps {
  asked: Asked;
  /** The fields that are shown. */
  fields: readonly FieldName[];
  /** Names of the files that are handed in. */
  files: readonly string[];
  /** Compilers that are known, the newest first. */
  releases: readonly Release[];
  words: Words;
  /** What is wrong with a field. */
  errorAt(name: string): string | null;
  onChange(change: Partial<Asked>): void;
}

interface Option {
  value: string;
  label: string;
}

/** The options with the value itself, which a file may have told. */
const withValue = (value: string, options: readonly Option[]): readonly Option[] =>
  value === '' || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];

const named = (values: readonly string[]): readonly Option[] =>
  values.map((value) => ({ value, label: value }));

const compilers = (releases: readonly Release[], words: Words): readonly Option[] =>
  releases.map(({ version, had }) => ({
    value: version,
    label: had ? version : words('verify.notHad', { version }),
  }));

/** Settings as fields. */
export function Settings(props: SettingsProps) {
  const { asked, fields, files, releases, words, errorAt, onChange } = props;
  const { compiler, evmVersion, license } = asked;
  const shows = (field: FieldName): boolean => fields.includes(field);
  const evmDefault = releases.find(({ version }) => version === compiler)?.evmVersion ?? null;
  const own =
    evmDefault === null
      ? words('verify.asked.evmOwn')
      : words('verify.asked.evmDefault', { name: evmDefault });
  const choose = { value: '', label: words('verify.choose') };
  return (
    <>
      <div className="verify-grid">
        {shows('compiler') && (
          <ChoiceField
            label={words('verify.compiler')}
            name="compilerVersion"
            words={words}
            value={compiler}
            error={errorAt('compilerVersion')}
            options={[choose, ...withValue(compiler, compilers(releases, words))]}
            onChange={(value) => onChange({ compiler: value })}
          />
        )}
        {shows('license') && (
          <ChoiceField
            label={words('verify.license')}
            name="licenseType"
            words={words}
            value={license}
            error={errorAt('licenseType')}
            options={[choose, ...withValue(license, named(LICENSES))]}
            onChange={(value) => onChange({ license: value })}
          />
        )}
        {shows('main') && files.length > 1 && (
          <ChoiceField
            label={words('verify.asked.main')}
            name="main"
            hint={words('verify.asked.mainHint')}
            words={words}
            value={files.includes(asked.main) ? asked.main : ''}
            options={[{ value: '', label: words('verify.asked.mainAll') }, ...named(files)]}
            onChange={(main) => onChange({ main })}
          />
        )}
        {shows('evmVersion') && (
          <ChoiceField
            label={words('verify.asked.evmVersion')}
            name="evmVersion"
            words={words}
            value={evmVersion}
            options={[{ value: '', label: own }, ...withValue(evmVersion, named(EVM_VERSIONS))]}
            onChange={(value) => onChange({ evmVersion: value })}
          />
        )}
        {shows('optimizeRuns') && (
          <TextField
            label={words('verify.asked.runs')}
            name="optimizeRuns"
            words={words}
            value={asked.optimizeRuns}
            error={errorAt('optimizeRuns')}
            numeric
            onChange={(optimizeRuns) => onChange({ optimizeRuns })}
          />
        )}
      </div>
      {(shows('optimize') || shows('viaIR')) && (
        <div className="verify-row">
          {shows('optimize') && (
            <Switch
              label={words('verify.asked.optimize')}
              name="optimize"
              checked={asked.optimize}
              onChange={(optimize) => onChange({ optimize })}
            />
          )}
          {shows('viaIR') && (
            <Switch
              label={words('verify.asked.viaIR')}
              name="viaIR"
              checked={asked.viaIR}
              onChange={(viaIR) => onChange({ viaIR })}
            />
          )}
        </div>
      )}
      <RareSettings {...props} />
    </>
  );
}

/** Settings that few contracts need, each behind its title. */
function RareSettings(props: SettingsProps) {
  const { asked, fields, files, words, errorAt, onChange } = props;
  const shows = (field: FieldName): boolean => fields.includes(field);
  return (
    <>
      {shows('optimizerDetails') && (
        <Card title={words('verify.asked.details')} error={errorAt('optimizerDetails') !== null}>
          <LongSetting {...props} field="optimizerDetails" />
        </Card>
      )}
      {shows('libraries') && (
        <Card title={words('verify.library.title')} error={errorAt('libraries') !== null}>
          <Libraries
            rows={asked.libraries}
            files={files}
            words={words}
            error={errorAt('libraries')}
            onChange={(libraries) => onChange({ libraries })}
          />
        </Card>
      )}
      {shows('remappings') && (
        <Card title={words('verify.found.remappings')} error={errorAt('remappings') !== null}>
          <LongSetting {...props} field="remappings" />
        </Card>
      )}
      {shows('metadata') && (
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
      )}
    </>
  );
}

/** Settings of several lines, which most contracts do without: by which name what is wrong is told. */
const LONG = {
  optimizerDetails: {
    name: 'optimizerDetails',
    label: 'verify.asked.details',
    hint: 'verify.asked.detailsHint',
    change: (optimizerDetails: string) => ({ optimizerDetails }),
  },
  remappings: {
    name: 'remappings',
    label: 'verify.found.remappings',
    hint: 'verify.asked.remappingsHint',
    change: (remappings: string) => ({ remappings }),
  },
  constructorArguments: {
    name: 'parameters',
    label: 'verify.asked.arguments',
    hint: 'verify.asked.argumentsHint',
    change: (constructorArguments: string) => ({ constructorArguments }),
  },
} as const;

interface LongProps extends Pick<SettingsProps, 'asked' | 'words' | 'errorAt' | 'onChange'> {
  field: keyof typeof LONG;
}

export function LongSetting({ field, asked, words, errorAt, onChange }: LongProps) {
  const { name, label, hint, change } = LONG[field];
  return (
    <TextField
      label={words(label)}
      name={name}
      hint={words(hint)}
      words={words}
      value={asked[field]}
      error={errorAt(name)}
      optional
      long
      onChange={(value) => onChange(change(value))}
    />
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
    <details className="verify-card opens" {...(error ? { open: true } : {})}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
