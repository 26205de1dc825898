import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatIso, formatUtc } from '#format/time.ts';
import { FigureTable } from './FigureTable.tsx';
import { isEmpty, shownUnit, type ChartData } from './model.ts';
import type { createPlot, Plot } from './plot.ts';
import { Still } from './Still.tsx';
import { onThemeChange, readTheme } from './theme.ts';
import type { ChartWords } from './words.ts';
import './chart.css';

export interface ChartDuration {
  value: string;
  label: string;
  /** The page with this duration, for readers without JavaScript. */
  href: string;
}

export interface ChartProps {
  title: string;
  /** What the chart shows, in one sentence. */
  sentence: string;
  data: ChartData;
  words: ChartWords;
  /** An exact value in the reader's units. */
  exact(value: string): string;
  /** The same with fewer digits. */
  brief(value: string): string;
  state: 'ready' | 'loading' | 'failed';
  onRetry(): void;
  durations: readonly ChartDuration[];
  duration: string;
  onDuration(duration: string): void;
}

/**
 * One chart of any figures over time: a still picture from the server, made interactive (crosshair
 * with exact values) once its script is there; the figures as a table and as CSV below it.
 */
export function Chart(props: ChartProps) {
  const { title, sentence, data, words, exact, brief, state, durations, duration } = props;
  const heading = useId();
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const shown = useRef(data);
  const [library, setLibrary] = useState<{ create: typeof createPlot } | null>(null);
  const [point, setPoint] = useState<number | null>(null);
  const empty = isEmpty(data);

  useEffect(() => {
    if (empty) return;
    let gone = false;
    void import('./plot.ts').then(({ createPlot: create }) => {
      if (!gone) setLibrary({ create });
    });
    return () => {
      gone = true;
    };
  }, [empty]);

  // Drawn as the still picture goes: a frame with both would show every mark twice.
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null || library === null) return;
    const drawn = library.create({
      host: element,
      data: shown.current,
      theme: readTheme(element),
      onPoint: setPoint,
    });
    plot.current = drawn;
    const stop = onThemeChange(() => drawn.update(shown.current, readTheme(element)));
    return () => {
      stop();
      plot.current = null;
      drawn.destroy();
    };
  }, [empty, library]);

  useEffect(() => {
    shown.current = data;
    setPoint(null);
    if (host.current !== null) plot.current?.update(data, readTheme(host.current));
  }, [data]);

  const last = data.times.length - 1;
  const at = point ?? last;
  const time = data.times[at];

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
        <p>{empty ? words.empty : sentence}</p>
      </figcaption>
      {!empty && (
        <>
          <div className="chart-readout" data-point={point === null ? undefined : ''}>
            {data.series.map(({ key, label, values }, index) => {
              const value = values[at] ?? null;
              return (
                <span key={key}>
                  <i className={`chart-key-${index + 1}`} aria-hidden="true" />
                  {label}{' '}
                  <b title={value === null ? undefined : exact(value)}>
                    {value === null ? '–' : brief(value)}
                  </b>
                </span>
              );
            })}
            {time !== undefined && <time dateTime={formatIso(time)}>{formatUtc(time)} UTC</time>}
          </div>
          <div
            className="chart-box"
            data-live={library === null ? undefined : ''}
            data-state={state}
          >
            <span className="chart-unit">{shownUnit(data.unit, data.series).name}</span>
            {library === null && <Still data={data} />}
            <div className="chart-plot" ref={host} aria-hidden="true" />
          </div>
          <FigureTable data={data} words={words} exact={exact} title={title} />
        </>
      )}
      {state === 'loading' && (
        <p className="chart-note" role="status">
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
