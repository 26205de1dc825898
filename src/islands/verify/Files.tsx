import { useId, useMemo, useRef, useState } from 'react';
import type { Upload } from '#contracts/upload/read.ts';
import { formatBytes } from '#format/bytes.ts';
import { droppedFiles, handedFile, type HandedIn } from './dropped.ts';
import type { Words } from './words.ts';

interface Props {
  upload: Upload;
  words: Words;
  /** Files are being read. */
  reading: boolean;
  /** What is wrong with the files as a whole. */
  error: string | null;
  onHand(handed: HandedIn): void;
  onRemove(path: string): void;
  onClear(): void;
}

/** Files that are named which were not taken. */
const MAX_WRONG = 20;
/** Characters of a file that are shown. */
const SHOWN = 20_000;

/** Takes files in, and shows what they are. */
export function Files({ upload, words, reading, error, onHand, onRemove, onClear }: Props) {
  const [over, setOver] = useState(false);
  const errorId = useId();
  const { sources, settings, project, wrong } = upload;
  const taken = sources.size + settings.length + project.length;
  const picker = (label: string, folder: boolean) => (
    <Picker
      label={label}
      folder={folder}
      describedBy={error === null ? undefined : errorId}
      onHand={onHand}
    />
  );
  return (
    <section className="verify-part" aria-labelledby="verify-files">
      <h2 id="verify-files">{words('verify.files.title')}</h2>
      <div
        className={over ? 'verify-drop verify-drop-over' : 'verify-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void droppedFiles(event.dataTransfer.items).then(onHand);
        }}
      >
        <p>{words('verify.files.what')}</p>
        <div className="verify-row">
          {picker(words('verify.files.choose'), false)}
          {picker(words('verify.files.folder'), true)}
        </div>
        {error !== null && (
          <p className="verify-error" id={errorId}>
            {error}
          </p>
        )}
      </div>
      <p className="verify-hint" role="status">
        {reading
          ? words('verify.files.reading')
          : taken > 0 &&
            words('verify.files.count', {
              count: taken,
              n: taken,
            })}
      </p>
      {wrong.length > 0 && (
        <div className="verify-wrong" role="alert">
          <p>{words('verify.files.wrong')}</p>
          <ul>
            {wrong.slice(0, MAX_WRONG).map(({ path, problem }, at) => (
              <li key={at}>
                <code>{path}</code> {words(`verify.problem.${problem}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {taken > 0 && (
        <>
          <ul className="verify-files" aria-label={words('verify.files.list')}>
            {settings.map(({ path, form }) => (
              <li key={path}>
                <span className="verify-file">
                  <code>{path}</code> <small>{words(`verify.from.${form}`)}</small>
                </span>
                <Remove path={path} words={words} onRemove={onRemove} />
              </li>
            ))}
            {project.map(({ path, said: { unread } }) => (
              <li key={path}>
                <span className="verify-file">
                  <code>{path}</code> <small>{words('verify.from.project')}</small>
                  {unread.length > 0 && (
                    <small>
                      {' · '}
                      {words('verify.from.unread', { settings: unread.join(', ') })}
                    </small>
                  )}
                </span>
                <Remove path={path} words={words} onRemove={onRemove} />
              </li>
            ))}
            {[...sources].map(([path, text]) => (
              <li key={path}>
                <Preview path={path} text={text} words={words} />
                <Remove path={path} words={words} onRemove={onRemove} />
              </li>
            ))}
          </ul>
          <button className="button" type="button" onClick={onClear}>
            {words('verify.files.removeAll')}
          </button>
        </>
      )}
    </section>
  );
}

interface PickerProps {
  label: string;
  folder: boolean;
  describedBy: string | undefined;
  onHand(handed: HandedIn): void;
}

/** A button that is a file input, so that it works as any other by keyboard and touch. */
function Picker({ label, folder, describedBy, onHand }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <label className="button verify-picker">
      <input
        ref={input}
        className="away"
        type="file"
        name={folder ? 'folder' : 'files'}
        multiple
        aria-describedby={describedBy}
        {...(folder ? { webkitdirectory: '' } : { accept: '.sol,.json,.zip,.toml,.txt' })}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])].map((file) => handedFile(file));
          onHand({ files, folder, unread: [] });
          // The same file may be chosen again when it was changed.
          if (input.current !== null) input.current.value = '';
        }}
      />
      {label}
    </label>
  );
}

interface FileProps {
  path: string;
  words: Words;
}

function Remove({ path, words, onRemove }: FileProps & { onRemove(path: string): void }) {
  return (
    <button
      className="button"
      type="button"
      aria-label={words('verify.files.remove', { name: path })}
      onClick={() => onRemove(path)}
    >
      ×
    </button>
  );
}

function Preview({ path, text, words }: FileProps & { text: string }) {
  const [open, setOpen] = useState(false);
  const bytes = useMemo(() => new Blob([text]).size, [text]);
  return (
    <details className="verify-file opens" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={words('verify.files.show', { name: path })}>
        <code>{path}</code> <small>{formatBytes(bytes, bytes < 1024 ? 0 : 1)}</small>
      </summary>
      {open && (
        <>
          <pre tabIndex={0} aria-label={path}>
            {text.slice(0, SHOWN)}
          </pre>
          {text.length > SHOWN && <p className="verify-hint">{words('verify.files.cut')}</p>}
        </>
      )}
    </details>
  );
}
