import type { LibraryRow } from '#contracts/upload/request.ts';
import { ChoiceField, TextField } from './Field.tsx';
import type { Words } from './words.ts';

const MOST = 10;
const EMPTY: LibraryRow = { file: '', name: '', address: '' };

interface Props {
  rows: readonly LibraryRow[];
  files: readonly string[];
  words: Words;
  error: string | null;
  onChange(rows: readonly LibraryRow[]): void;
}

/** Addresses of libraries that the contract was linked with. */
export function Libraries({ rows, files, words, error, onChange }: Props) {
  const change = (at: number, part: Partial<LibraryRow>) =>
    onChange(rows.map((row, i) => (i === at ? { ...row, ...part } : row)));
  return (
    <div className="verify-libraries">
      <p className="verify-hint">{words('verify.library.hint')}</p>
      {rows.map((row, at) => (
        // Rows have nothing else to be told apart by.
        <fieldset className="verify-library" key={at}>
          <legend className="away">{`${words('verify.library.title')} ${String(at + 1)}`}</legend>
          <ChoiceField
            label={words('verify.library.file')}
            name={`library-file-${String(at)}`}
            words={words}
            value={files.includes(row.file) ? row.file : ''}
            options={[
              { value: '', label: words('verify.library.anyFile') },
              ...files.map((name) => ({ value: name, label: name })),
            ]}
            onChange={(file) => change(at, { file })}
          />
          <TextField
            label={words('verify.library.name')}
            name={`library-name-${String(at)}`}
            words={words}
            value={row.name}
            onChange={(name) => change(at, { name })}
          />
          <TextField
            label={words('verify.library.address')}
            name={`library-address-${String(at)}`}
            words={words}
            value={row.address}
            onChange={(address) => change(at, { address })}
          />
          <button
            className="button"
            type="button"
            aria-label={words('verify.library.remove', { n: at + 1 })}
            onClick={() => onChange(rows.filter((_, i) => i !== at))}
          >
            ×
          </button>
        </fieldset>
      ))}
      {error !== null && (
        <p className="verify-error" role="alert">
          {error}
        </p>
      )}
      <button
        className="button"
        type="button"
        name="libraries"
        disabled={rows.length >= MOST}
        onClick={() => onChange([...rows, EMPTY])}
      >
        {words('verify.library.add')}
      </button>
    </div>
  );
}
