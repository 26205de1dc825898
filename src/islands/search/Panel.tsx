import { shortText } from '#format/shorten.ts';
import { hasOwnId, shownAs, type Thing } from '#format/thing.ts';
import { thingPath } from '#format/thingPath.ts';
import type { Locale } from '#i18n/locales.ts';
import { classify } from './classify.ts';
import { forgetThings } from './recent.ts';
import { grouped } from './suggestions.ts';
import type { SearchTexts } from './texts.ts';

interface Props {
  listId: string;
  shown: boolean;
  /** What is typed; empty: the options were found lately. */
  text: string;
  options: readonly Thing[];
  active: number;
  state: 'ready' | 'waiting' | 'failed';
  texts: SearchTexts;
  locale: Locale;
  onChoose(thing: Thing): void;
  onRetry(): void;
  onForget(): void;
}

export const optionId = (listId: string, at: number): string => `${listId}-${at}`;

/** The list under the box: what the text looks like, and what it may stand for, by kind. */
export function Panel(props: Props) {
  const { listId, shown, text, options, active, state, texts, locale } = props;
  return (
    <div
      className="search-panel"
      hidden={!shown}
      // A press inside leaves the focus in the box.
      onMouseDown={(event) => event.preventDefault()}
    >
      {text === '' ? (
        <p>
          <span className="search-note">{texts.recent}</span>
          <button
            type="button"
            className="search-again"
            onClick={() => {
              forgetThings();
              props.onForget();
            }}
          >
            {texts.clear}
          </button>
        </p>
      ) : (
        <Understood {...props} />
      )}
      <div role="listbox" id={listId} aria-label={text === '' ? texts.recent : texts.results}>
        {grouped(options.map((thing, at) => ({ ...thing, at }))).map(([kind, things]) => (
          <div role="group" key={kind} aria-labelledby={`${listId}-${kind}`}>
            <p className="search-kind" id={`${listId}-${kind}`}>
              {texts.things[kind]}
            </p>
            {things.map((thing) => (
              <a
                key={thing.id}
                role="option"
                id={optionId(listId, thing.at)}
                aria-selected={thing.at === active}
                tabIndex={-1}
                href={thingPath(locale, thing.kind, thing.id)}
                className="search-option"
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  props.onChoose(thing);
                }}
              >
                <Called thing={thing} />
                {thing.at === active && <kbd aria-hidden="true">↵</kbd>}
              </a>
            ))}
          </div>
        ))}
      </div>
      {text !== '' && state === 'failed' && (
        <p role="alert">
          {texts.noSuggestions}{' '}
          <button type="button" className="search-again" onClick={props.onRetry}>
            {texts.retry}
          </button>
        </p>
      )}
    </div>
  );
}

/** Its name beside its shortened id, or what it is; the id alone where it has no name. */
function Called({ thing }: { thing: Thing }) {
  if (!hasOwnId(thing.kind))
    return (
      <>
        <bdi className="search-name">{thing.label}</bdi>
        {thing.about !== undefined && <span className="search-about">{thing.about}</span>}
      </>
    );
  const short = shortText(shownAs(thing.kind), thing.id);
  if (thing.label === thing.id)
    return (
      <span className="search-id" title={thing.id}>
        {short}
      </span>
    );
  return (
    <>
      <bdi className="search-name">{thing.label}</bdi>
      <span className="search-id" title={thing.id}>
        {short}
      </span>
    </>
  );
}

/** The kind of what is typed, told before anybody was asked, and how much was found. */
function Understood({ text, options, state, texts }: Props) {
  const { kind, flaw } = classify(text);
  const ready = state === 'ready';
  const none = ready && options.length === 0;
  // With a wrong letter or one missing, what is found only looks like it.
  const bad = ready && (none || flaw === 'checksum' || flaw === 'whole') ? flaw : null;
  return (
    <div role="status">
      <p>
        <span className="search-note">{texts.looksLike}</span>
        <span className={`badge ${none || bad !== null ? 'badge-warn' : 'badge-accent'}`}>
          {texts.kinds[kind]}
        </span>
        {ready && !none && (
          <span className="away">{texts.found.replace('{n}', String(options.length))}</span>
        )}
        {none && flaw === null && <span className="search-note">{texts.nothing}</span>}
      </p>
      {bad !== null && <p className="search-note">{texts.bad[bad]}</p>}
    </div>
  );
}
