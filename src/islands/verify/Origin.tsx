import type { SettingsFile } from '#contracts/upload/read.ts';
import type { Words } from './words.ts';

interface Props {
  settings: readonly SettingsFile[];
  /** There are Solidity files for settings that are asked. */
  sources: boolean;
  /** Path of the file whose settings count, or `asked`. */
  value: string;
  asked: string;
  words: Words;
  onChange(value: string): void;
}

/** Which file's settings count, where there are several to choose from. */
export function Origin({ settings, sources, value, asked, words, onChange }: Props) {
  const options = [
    ...settings.map(({ path, form }) => ({
      value: path,
      label: `${words(`verify.from.${form}`)} · ${path}`,
    })),
    ...(sources ? [{ value: asked, label: words('verify.from.asked') }] : []),
  ];
  return (
    <fieldset className="verify-part verify-origin">
      <legend>{words('verify.from.title')}</legend>
      {options.map((option) => (
        <label key={option.value} className="verify-switch">
          <input
            type="radio"
            name="origin"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
