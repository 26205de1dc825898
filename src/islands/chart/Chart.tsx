import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { formatIso } from '#format/time.ts';
import { FigureTable } from './FigureTable.tsx';
import { isDrawn, shownSides, sideOf, sidesOf } from './geometry.ts';
import { isEmpty, isPictured, rangeAt, type ChartData } from './model.ts';
import { brief, momentOf, written } from './units.ts';
import type { createPlot, Plot, Pointed } from './plot.ts';
import { onThemeChange, readTheme } from './theme.ts';
import type { ChartWords } from './words.ts';
import './chart.css';
import './picture.css';

/** Where a key takes the crosshair from the point `at`: a point, nowhere (null), or it is no such key. */
function pointAfter(key: string, at: number, last: number): number | null | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return null;
    default:
      return undefined;
  }
}

export interface ChartDuration {
  value: string;
  label: string;
  /** The page with this duration, for readers without JavaScript. */
  href: string;
  /** What is said of it besides what the figures are: that the index does not hold all of it. */
  note?: string;
}

export interface ChartProps {
  title: string;
  /** What the chart shows, in one sentence. */
  sentence: string;
  /** The sentence as long as it may be in another time span: the page keeps room for it. */
  longest: string | undefined;
  /** Where the figures are as CSV; null: made of them here. */
  csv: string | null;
  data: ChartData;
  /** Another time span may have more lines: the page keeps room for five. */
  named: boolean;
  words: ChartWords;
  state: 'ready' | 'loading' | 'failed';
  onRetry(): void;
  durations: readonly ChartDuration[];
  duration: string;
  onDuration(duration: string): void;
  /** The picture that stands there until the chart is live. */
  children: ReactNode;
}

/** A time in a chart's sentence. */
const MOMENT = /((?:\d{4}-)?\d\d-\d\d \d\d:\d\d(?: UTC)?)/;

/**
 * One chart of any figures over time: a still picture from the server, made interactive (crosshair
 * with exact values) once its script is there; the figures as a table and as CSV below it.
 */
export function Chart(props: ChartProps) {
  const { title, sentence, data, words, state, durations, duration } = props;
  const heading = useId();
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const shown = useRef(data);
  const [library, setLibrary] = useState<{ create: typeof createPlot } | null>(null);
  const [point, setPoint] = useState<Pointed | null>(null);
  const empty = isEmpty(data);
  // One point is no line: its sentence and its figures say all.
  const drawn = isPictured(data);

  useEffect(() => {
    if (!drawn) return;
    let gone = false;
    void import('./plot.ts').then(({ createPlot: create }) => {
      if (!gone) setLibrary({ create });
    });
    return () => {
      gone = true;
    };
  }, [drawn]);

  // Drawn as the still picture goes: a frame with both would show every mark twice.
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null || library === null) return;
    const made = library.create({
      host: element,
      data: shown.current,
      theme: readTheme(element),
      onPoint: setPoint,
    });
    plot.current = made;
    const stop = onThemeChange(() => made.update(shown.current, readTheme(element)));
    return () => {
      stop();
      plot.current = null;
      made.destroy();
    };
  }, [drawn, library]);

  useEffect(() => {
    shown.current = data;
    setPoint(null);
    if (host.current !== null) plot.current?.update(data, readTheme(host.current));
  }, [data]);

  const last = data.times.length - 1;
  const at = point?.index ?? last;
  const time = data.times[at];
  const sides = useMemo(() => sidesOf(data), [data]);
  const [main, other] = shownSides(sides);
  const bands = data.series.flatMap(({ band }, index) => (band ? [index + 1] : []));
  const bandKey = bands.length === 1 ? `chart-key-${bands[0]}` : 'chart-key-any';
  const shaded = data.series.some((series) => data.times.some((_, i) => rangeAt(series, i).length));
  const moment = momentOf(data.times);
  const figures = data.series.map((series, index) => {
    const value = series.values[at] ?? null;
    const side = sideOf(sides, series);
    const { unit } = side;
    const key = `chart-key-${index + 1}${series.right === 'bars' ? ' chart-key-bars' : ''}`;
    const [low, high] = rangeAt(series, at).map((end) => brief(end, unit));
    return {
      ...series,
      range: low === high ? null : `${words.low} ${low} – ${words.high} ${high}`,
      text: value === null ? '–' : brief(value, unit),
      exact: value === null ? undefined : written(value, unit),
      mark: isDrawn(side) ? <i className={key} aria-hidden="true" /> : null,
    };
  });

  /** Keys that move the crosshair from point to point; Escape takes it away. */
  const move = (event: KeyboardEvent) => {
    const to = pointAfter(event.key, at, last);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    plot.current?.point(to);
  };

  return (
    <figure
      className="chart"
      aria-labelledby={heading}
      aria-busy={state === 'loading' || undefined}
    >
      <figcaption className="chart-head">
        <h2 id={heading}>{title}</h2>
        {durations.length > 1 && (
          <nav className="chart-durations" aria-label={`${words.duration}: ${title}`}>
            {durations.map(({ value, label, href }) => (
              <a
                key={value}
                href={href}
                aria-current={value === duration ? 'true' : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
                    return;
                  event.preventDefault();
                  history.replaceState(history.state, '', href);
                  props.onDuration(value);
                }}
              >
                {label}
              </a>
            ))}
          </nav>
        )}
        <p data-longest={drawn ? props.longest : undefined}>
          <span>
            {sentence
              .split(MOMENT)
              .map((part, index) => (index % 2 === 0 ? part : <span key={index}>{part}</span>))}
          </span>
        </p>
      </figcaption>
      {empty ? (
        <p className="chart-none">{words.empty}</p>
      ) : (
        <>
          {drawn && (
            <div
              className={props.named ? 'chart-readout chart-named' : 'chart-readout'}
              data-point={point === null ? undefined : ''}
            >
              {figures.map(({ key, label, text, exact, mark }) =>
                // The sentence tells what is not in the picture.
                mark === null ? null : (
                  <span key={key}>
                    {mark}
                    {label} <b title={exact}>{text}</b>
                  </span>
                ),
              )}
              {bands.length > 0 && (
                <span className="chart-shade" data-none={shaded ? undefined : ''}>
                  <i className={`${bandKey} chart-key-bars`} aria-hidden="true" />
                  {words.band}
                </span>
              )}
            </div>
          )}
          {drawn && (
            <div
              className="chart-box"
              data-live={library === null ? undefined : ''}
              data-state={state}
              {...(library !== null && {
                // A screen reader leaves the arrow keys to a slider, and tells its text when it moves.
                role: 'slider',
                tabIndex: 0,
                'aria-label': title,
                'aria-valuemin': 0,
                'aria-valuemax': last,
                'aria-valuenow': at,
                'aria-valuetext': [
                  ...(time === undefined ? [] : [`${moment(time)} UTC`]),
                  ...figures.map(
                    ({ label, text, range }) => `${label} ${text}${range ? ` (${range})` : ''}`,
                  ),
                ].join(', '),
                onKeyDown: move,
              })}
            >
              <span className="chart-unit">{main.unit.name}</span>
              {other !== null && (
                <span className="chart-unit chart-unit-right">{other.unit.name}</span>
              )}
              {time !== undefined && (
                <time className="chart-time" dateTime={formatIso(time)}>
                  {moment(time)} UTC
                </time>
              )}
              {library === null && props.children}
              <div className="chart-plot" ref={host} aria-hidden="true" />
              {point !== null && time !== undefined && (
                <div
                  className="chart-tip"
                  data-late={point.late || undefined}
                  style={{ left: point.x, top: point.y }}
                  aria-hidden="true"
                >
                  {moment(time)} UTC
                  {figures.map(({ key, label, text, range, mark }) => (
                    <span key={key}>
                      {mark} {label} <b>{text}</b>
                      {range !== null && <small>{range}</small>}
                    </span>
                  ))}
                </div>
              )}
            </div>
          )}
          <FigureTable csv={props.csv} data={data} sides={sides} words={words} title={title} />
        </>
      )}
      {state === 'loading' && (
        <p className="away" role="status">
          {words.loading}
        </p>
      )}
      {state === 'failed' && (
        <p className="chart-note" role="alert">
          {words.failed}{' '}
          <button type="button" onClick={props.onRetry}>
            {words.retry}
          </button>
        </p>
      )}
    </figure>
  );
}
