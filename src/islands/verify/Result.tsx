import {
  ALREADY_VERIFIED,
  COMPILER_ERRORS,
  NO_COMPILER,
  NO_SOURCES,
  NOT_THE_CODE,
  type ToldVerdict,
} from '#contracts/answer.ts';
import type { Asked } from '#contracts/upload/request.ts';
import { causeWords, fixOf } from './cause.ts';
import { Difference } from './Difference.tsx';
import { missingOf, outcomeOf } from './outcome.ts';
import type { Release } from './releases.ts';
import type { Words } from './words.ts';

interface Props {
  verdict: ToldVerdict;
  words: Words;
  /** The contract's page, where its code is. */
  contractPath: string;
  /** Compilers that are known. */
  releases: readonly Release[];
  /** The settings that were asked; null where a file says them. */
  asked: Asked | null;
  onFix(fix: Partial<Asked>): void;
}

/** Codes whose words do not say all. */
const DETAILED: ReadonlySet<number> = new Set([NO_SOURCES, NO_COMPILER]);

/** What came of a request. */
export function Result(props: Props) {
  const { verdict, words, contractPath } = props;
  const { errorCode, success, match, contractName, errorMsg, explanation } = verdict;
  const { nearestCompilers = [], verifiedAddress } = verdict;
  const verified = success || errorCode === ALREADY_VERIFIED;
  const outcome = outcomeOf(verdict);
  const missing = missingOf(verdict);
  return (
    <>
      <p className={`verify-outcome ${outcome === 'failure' ? 'verify-bad' : 'verify-good'}`}>
        {words(`verify.result.${outcome}`)}
      </p>
      {!success && verifiedAddress === undefined && (
        <p>
          {errorCode >= 1 && errorCode <= 7
            ? words(`verify.code.${errorCode as 1 | 2 | 3 | 4 | 5 | 6 | 7}`)
            : words('verify.code.unknown', { code: errorCode })}
        </p>
      )}
      {verified && (
        <>
          <dl className="verify-found">
            {contractName !== undefined && (
              <div>
                <dt>{words('verify.result.name')}</dt>
                <dd>
                  <strong>{contractName}</strong>
                </dd>
              </div>
            )}
            {match !== null && (
              <div>
                <dt>{words('verify.result.match')}</dt>
                <dd>{words(`verify.result.${match.kind}`)}</dd>
              </div>
            )}
          </dl>
          {match?.by === 'runtime' && <p>{words('verify.result.runtime')}</p>}
          {explanation?.causes.map((cause, at) => (
            <p key={at} className="verify-cause">
              {causeWords(cause, words)}
            </p>
          ))}
          <p>
            <a className="button button-first" href={contractPath}>
              {words('verify.result.see')}
            </a>
          </p>
        </>
      )}
      {missing.length > 0 && (
        <>
          <p>{words('verify.result.missing')}</p>
          <ul className="verify-causes">
            {missing.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {errorCode === COMPILER_ERRORS && errorMsg !== undefined && (
        <Detail title={words('verify.result.compilerSays')} text={errorMsg} />
      )}
      {nearestCompilers.length > 0 && <Compilers {...props} nearest={nearestCompilers} />}
      {DETAILED.has(errorCode) && errorMsg !== undefined && nearestCompilers.length === 0 && (
        <Detail title={words('verify.result.detail')} text={errorMsg} />
      )}
      {(errorCode === NOT_THE_CODE || (errorCode === NO_COMPILER && explanation !== null)) && (
        <NotTheCode {...props} />
      )}
    </>
  );
}

/** Compilers to take instead of the one that cannot be had. */
function Compilers({ nearest, words, asked, onFix }: Props & { nearest: readonly string[] }) {
  return (
    <>
      <p>{words('verify.result.nearestCompilers')}</p>
      <ul className="verify-causes">
        {nearest.map((version) => (
          <li key={version}>
            <code>{version}</code>{' '}
            {asked !== null && asked.compiler !== version && (
              <button className="button" type="button" onClick={() => onFix({ compiler: version })}>
                {words('verify.result.apply')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Detail({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3>{title}</h3>
      <pre className="verify-errors" tabIndex={0} aria-label={title} lang="en">
        {text}
      </pre>
    </>
  );
}

function NotTheCode({ verdict, words, releases, asked, onFix }: Props) {
  const { explanation, initCode, byteCode } = verdict;
  const { nearest = null, difference = null, causes = [] } = explanation ?? {};
  return (
    <>
      {causes.length > 0 && (
        <>
          <h3>{words('verify.result.causes')}</h3>
          <ol className="verify-causes">
            {causes.map((cause, at) => {
              const fix = asked && fixOf(cause, asked, releases);
              return (
                <li key={at}>
                  {causeWords(cause, words)}{' '}
                  {fix !== null && (
                    <button className="button" type="button" onClick={() => onFix(fix)}>
                      {words('verify.result.apply')}
                    </button>
                  )}
                </li>
              );
            })}
          </ol>
        </>
      )}
      {nearest !== null && (
        <p>
          {words('verify.result.nearest')}: <strong>{nearest.name}</strong>{' '}
          <code>{nearest.file}</code>
        </p>
      )}
      {difference !== null && <Difference difference={difference} words={words} />}
      {initCode !== undefined && (
        <details className="verify-card opens">
          <summary>{words('verify.result.whole')}</summary>
          <div className="verify-wholes">
            <Whole title={words('verify.result.wanted')} code={initCode} />
            {byteCode !== undefined && <Whole title={words('verify.result.got')} code={byteCode} />}
          </div>
        </details>
      )}
    </>
  );
}

function Whole({ title, code }: { title: string; code: string }) {
  return (
    <div>
      <h4>{title}</h4>
      <pre className="verify-code" tabIndex={0} aria-label={title}>
        {code}
      </pre>
    </div>
  );
}
