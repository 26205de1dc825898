import { useEffect, useMemo, useRef, useState } from 'react';
import type { ToldVerdict } from '#contracts/answer.ts';
import { RequestError } from '#contracts/request/error.ts';
import { requestBody } from '#contracts/request/body.ts';
import { addHanded, type Handed } from '#contracts/upload/hand.ts';
import { NOTHING, removeFile, type Upload } from '#contracts/upload/read.ts';
import { DEFAULTS, tellsCompiler, uploadRequest, type Asked } from '#contracts/upload/request.ts';
import { toldSettings, withLicense } from '#contracts/upload/told.ts';
import { RefusedCall } from '../queries/post.ts';
import { pageLocale } from '../words.ts';
import { TextField } from './Field.tsx';
import { Files } from './Files.tsx';
import { Found } from './Found.tsx';
import { Origin } from './Origin.tsx';
import { Result } from './Result.tsx';
import { sendRequest, type Progress } from './send.ts';
import type { Release } from './releases.ts';
import { FIELDS, Settings } from './Settings.tsx';
import { Steps } from './Steps.tsx';
import { Told } from './Told.tsx';
import type { Words } from './words.ts';
import { fieldOf, requireChosen, wrongWords } from './wrong.ts';

interface Props {
  address: string;
  /** Long version and licence that a link chose; empty where it chose none. */
  compiler: string;
  license: string;
  /** Compilers that are known, the newest first. */
  releases: readonly Release[];
  /** The contract's page. */
  contractPath: string;
  words: Words;
}

/** What is read out: the seconds that are left are not, each by each. */
const stepWords = (progress: Progress, words: Words): string =>
  progress.step === 'waiting'
    ? words('verify.step.waiting', { count: progress.of, n: progress.of })
    : words(`verify.step.${progress.step}`);

/** Stands in for a compiler that nobody has chosen yet, so that all else can be read. */
const standIn = ([newest]: readonly Release[]): string => newest?.version ?? '';

const linked = (compiler: string, license: string): Partial<Asked> => ({
  ...(compiler === '' ? {} : { compiler }),
  ...(license === '' ? {} : { license }),
});

/** The settings that were asked count, though files say some. */
const ASKED = 'asked';

/** Of a contract's source that is handed in: files, settings, and what came of it. */
export function VerifyForm(props: Props) {
  const { address, compiler, license, releases, contractPath, words } = props;
  const [upload, setUpload] = useState<Upload>(NOTHING);
  const [origin, setOrigin] = useState('');
  // What was chosen by the reader; all else is as files tell it, or as it is where nobody says it.
  const [own, setOwn] = useState(() => linked(compiler, license));
  const [reading, setReading] = useState(false);
  const [wrong, setWrong] = useState<RequestError | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [verdict, setVerdict] = useState<ToldVerdict | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const outcome = useRef<HTMLElement>(null);
  const sending = useRef<AbortController | null>(null);
  // Files are added to what is there when they were read, not to what was there before.
  const newest = useRef(Promise.resolve(NOTHING));

  const { settings, sources } = upload;
  const from =
    origin === ASKED && sources.size > 0
      ? null
      : (settings.find(({ path }) => path === origin) ?? settings[0] ?? null);
  const found = useMemo(() => {
    if (from === null) return null;
    try {
      return uploadRequest(upload, from, { ...DEFAULTS, compiler: standIn(releases) });
    } catch (error) {
      if (error instanceof RequestError) return error;
      throw error;
    }
  }, [upload, from, releases]);
  const request = found instanceof RequestError ? null : found;
  const told = useMemo(() => {
    const bySources = toldSettings({
      sources: request?.input.sources ?? upload.sources,
      project: upload.project,
      main: request === null ? (own.main ?? '') : (request.target.file ?? ''),
      releases: releases.map(({ version }) => version),
    });
    return request === null || from === null
      ? bySources
      : withLicense(bySources, request, from.path);
  }, [upload, from, request, own.main, releases]);
  const asked = { ...DEFAULTS, ...told.values, ...own };

  useEffect(() => {
    if (verdict !== null || failure !== null) outcome.current?.focus();
  }, [verdict, failure]);
  useEffect(() => {
    const name = wrong === null ? null : fieldOf(wrong);
    if (name === null) return;
    const field = form.current?.querySelector<HTMLElement>(`[name="${name}"]`);
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
  }, [wrong]);

  const changed = (): void => {
    setWrong(null);
    setFailure(null);
  };
  const keep = (next: Upload): void => {
    newest.current = Promise.resolve(next);
    setReading(false);
    setUpload(next);
    changed();
  };
  const hand = async (files: readonly Handed[], folder: boolean): Promise<void> => {
    setReading(true);
    const before = newest.current;
    newest.current = before.then((known) => addHanded(known, files, folder)).catch(() => before);
    const mine = newest.current;
    const next = await mine;
    if (newest.current !== mine) return;
    setReading(false);
    setUpload(next);
    changed();
  };
  const ask = (change: Partial<Asked>): void => {
    setOwn({ ...own, ...change });
    changed();
  };
  const reset = (): void => {
    sending.current?.abort();
    keep(NOTHING);
    setOwn(linked(compiler, license));
    setOrigin('');
    setVerdict(null);
  };

  const send = async (): Promise<void> => {
    if (progress !== null || reading) return;
    setVerdict(null);
    changed();
    const control = new AbortController();
    try {
      const stated = asked.compiler === '' ? standIn(releases) : asked.compiler;
      const request = uploadRequest(upload, from, { ...asked, compiler: stated });
      requireChosen(toldCompiler ? request.compiler : asked.compiler, request.license ?? '');
      sending.current = control;
      const { signal } = control;
      const body = requestBody({ address, request });
      setVerdict(await sendRequest(body, pageLocale(), { signal, onProgress: setProgress }));
    } catch (error) {
      if (control.signal.aborted) return;
      if (error instanceof RequestError) setWrong(error);
      else
        setFailure((error instanceof RefusedCall ? error.words : null) ?? words('verify.failed'));
    } finally {
      setProgress(null);
    }
  };

  const field = wrong === null ? null : fieldOf(wrong);
  const errorAt = (name: string): string | null =>
    wrong !== null && field === name ? wrongWords(wrong, words) : null;
  const toldCompiler = from !== null && tellsCompiler(from);
  // Of a file with settings of its own the licence is asked, and a compiler that it does not say.
  const fields = FIELDS.filter((name) =>
    from === null ? true : name === 'license' || (name === 'compiler' && !toldCompiler),
  );
  const known = fields.filter((name) => name in told.at);
  const lacking = fields.filter((name) => !(name in told.at));
  const settingsProps = {
    asked,
    files: [...sources.keys()],
    releases,
    words,
    errorAt,
    onChange: ask,
  };
  const filesWrong = found instanceof RequestError ? found : field === 'files' ? wrong : null;

  return (
    <form
      ref={form}
      className="verify-form"
      noValidate
      aria-busy={progress !== null}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Files
        upload={upload}
        words={words}
        reading={reading}
        error={filesWrong && wrongWords(filesWrong, words)}
        onHand={(files, folder) => void hand(files, folder)}
        onRemove={(path) => keep(removeFile(upload, path))}
        onClear={() => keep(NOTHING)}
      />
      {settings.length > 0 && settings.length + Math.min(1, sources.size) > 1 && (
        <Origin
          settings={settings}
          sources={sources.size > 0}
          value={from?.path ?? ASKED}
          asked={ASKED}
          words={words}
          onChange={(value) => {
            setOrigin(value);
            changed();
          }}
        />
      )}
      {(request !== null || known.length > 0) && (
        <section className="verify-part" aria-labelledby="verify-found">
          <h2 id="verify-found">{words('verify.found.title')}</h2>
          {request !== null && (
            <Found
              request={request}
              chosen={own.compiler ?? ''}
              told={toldCompiler}
              words={words}
            />
          )}
          {known.length > 0 && <Told {...settingsProps} fields={known} told={told} />}
        </section>
      )}
      {lacking.length > 0 && (
        <section className="verify-part" aria-labelledby="verify-settings">
          <h2 id="verify-settings">{words('verify.asked.title')}</h2>
          <Settings {...settingsProps} fields={lacking} />
        </section>
      )}
      <section className="verify-part">
        <TextField
          label={words('verify.asked.arguments')}
          name="parameters"
          hint={words('verify.asked.argumentsHint')}
          words={words}
          value={asked.constructorArguments}
          error={errorAt('parameters')}
          optional
          long
          onChange={(constructorArguments) => ask({ constructorArguments })}
        />
      </section>
      <div className="verify-row">
        <button className="button button-first" type="submit" aria-disabled={progress !== null}>
          {words(progress === null ? 'verify.submit' : 'verify.sending')}
        </button>
        <button className="button" type="button" onClick={reset}>
          {words('verify.reset')}
        </button>
      </div>
      {progress !== null && (
        <Steps progress={progress} words={words} onCancel={() => sending.current?.abort()} />
      )}
      <p className="away" aria-live="polite">
        {progress !== null && stepWords(progress, words)}
      </p>
      <section
        ref={outcome}
        className={verdict === null && failure === null ? 'away' : 'verify-part verify-result'}
        aria-label={words('verify.result.title')}
        aria-live="polite"
        tabIndex={-1}
      >
        {failure !== null && <p className="verify-error">{failure}</p>}
        {verdict !== null && (
          <Result
            verdict={verdict}
            words={words}
            contractPath={contractPath}
            releases={releases}
            asked={from === null ? asked : null}
            onFix={ask}
          />
        )}
      </section>
    </form>
  );
}
