import { useEffect, useMemo, useRef, useState } from 'react';
import { RequestError } from '#contracts/request/error.ts';
import { requestBody } from '#contracts/request/body.ts';
import { addHanded } from '#contracts/upload/hand.ts';
import { NOTHING, removeFile, type Upload } from '#contracts/upload/read.ts';
import { DEFAULTS, tellsCompiler, uploadRequest, type Asked } from '#contracts/upload/request.ts';
import { toldSettings, withLicense } from '#contracts/upload/told.ts';
import { isAgreed, setAgreed } from './agreed.ts';
import type { HandedIn } from './dropped.ts';
import { Files } from './Files.tsx';
import { Found } from './Found.tsx';
import { Origin } from './Origin.tsx';
import { Result } from './Result.tsx';
import type { Release } from './releases.ts';
import { FIELDS, LongSetting, Settings } from './Settings.tsx';
import { Steps, stepWords } from './Steps.tsx';
import { Terms } from './Terms.tsx';
import { Told } from './Told.tsx';
import { useVerification } from './useVerification.ts';
import type { Words } from './words.ts';
import { fieldOf, requireChosen, wrongWords } from './wrong.ts';

interface Props {
  address: string;
  /** Long version and licence that a link chose; empty where it chose none. */
  compiler: string;
  license: string;
  /** The compiler that the contract's code names; empty where it names none. */
  coded: string;
  /** Compilers that are known, the newest first. */
  releases: readonly Release[];
  /** The contract's page. */
  contractPath: string;
  words: Words;
}

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
  const { address, compiler, license, coded, releases, contractPath, words } = props;
  const [upload, setUpload] = useState<Upload>(NOTHING);
  const [origin, setOrigin] = useState('');
  // What was chosen by the reader; all else is as files tell it, or as it is where nobody says it.
  const [own, setOwn] = useState(() => linked(compiler, license));
  const [agreed, setOwnAgreed] = useState(isAgreed);
  const [reading, setReading] = useState(false);
  const [wrong, setWrong] = useState<RequestError | null>(null);
  const verification = useVerification(address, words);
  const { progress, verdict, failure } = verification;
  const form = useRef<HTMLFormElement>(null);
  const outcome = useRef<HTMLElement>(null);
  // Files are added to what is there when they were read, not to what was there before.
  const newest = useRef(Promise.resolve(NOTHING));

  const { settings, sources } = upload;
  // Nothing is asked for before files had their say.
  const any = settings.length + sources.size > 0;
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
      coded,
    });
    return request === null || from === null
      ? bySources
      : withLicense(bySources, request, from.path);
  }, [upload, from, request, own.main, releases, coded]);
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
    verification.clear(false);
  };
  const keep = async (next: Promise<Upload>): Promise<void> => {
    newest.current = next;
    const known = await next;
    if (newest.current !== next) return;
    setReading(false);
    setUpload(known);
    changed();
  };
  const hand = ({ files, folder, unread }: HandedIn): void => {
    setReading(true);
    const add = (known: Upload): Promise<Upload> =>
      // What reads them is loaded with the first file, which may fail as well.
      addHanded(known, files, folder, unread).catch(() => ({
        ...known,
        wrong: files.map(({ path }) => ({ path, problem: 'unreadable' })),
      }));
    void keep(newest.current.then(add));
  };
  // Of what is still being read, too.
  const remove = (path: string): void =>
    void keep(newest.current.then((known) => removeFile(known, path)));
  const clear = (): void => void keep(Promise.resolve(NOTHING));
  const ask = (change: Partial<Asked>): void => {
    setOwn({ ...own, ...change });
    changed();
  };
  const agree = (next: boolean): void => {
    setAgreed(next);
    setOwnAgreed(next);
    changed();
  };
  const reset = (): void => {
    verification.cancel();
    verification.clear(true);
    clear();
    setOwn(linked(compiler, license));
    setOrigin('');
    agree(false);
  };

  const send = async (): Promise<void> => {
    if (progress !== null || reading) return;
    verification.clear(true);
    changed();
    try {
      const stated = asked.compiler === '' ? standIn(releases) : asked.compiler;
      const request = uploadRequest(upload, from, { ...asked, compiler: stated });
      requireChosen({
        compiler: toldCompiler ? request.compiler : asked.compiler,
        license: request.license ?? '',
        agreed,
      });
      await verification.start(requestBody({ address, request }));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setWrong(error);
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
        onHand={hand}
        onRemove={remove}
        onClear={clear}
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
      {any && (request !== null || known.length > 0) && (
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
      {any && lacking.length > 0 && (
        <section className="verify-part" aria-labelledby="verify-settings">
          <h2 id="verify-settings">{words('verify.asked.title')}</h2>
          <Settings {...settingsProps} fields={lacking} />
        </section>
      )}
      {any && (
        <section className="verify-part">
          <LongSetting {...settingsProps} field="constructorArguments" />
        </section>
      )}
      <Terms agreed={agreed} words={words} error={errorAt('terms')} onChange={agree} />
      <div className="verify-row">
        <button className="button button-first" type="submit" aria-disabled={progress !== null}>
          {words(progress === null ? 'verify.submit' : 'verify.sending')}
        </button>
        <button className="button" type="button" onClick={reset}>
          {words('verify.reset')}
        </button>
      </div>
      {progress !== null && (
        <Steps progress={progress} words={words} onCancel={verification.cancel} />
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
        {(verdict !== null || failure !== null) && verification.resumed && (
          <p className="verify-hint">{words('verify.resumed')}</p>
        )}
        {verdict !== null && (
          <Result
            verdict={verdict}
            words={words}
            contractPath={contractPath}
            releases={releases}
            asked={any && from === null ? asked : null}
            onFix={ask}
          />
        )}
      </section>
    </form>
  );
}
