import { useEffect, useRef, useState, type ReactNode } from 'react';
import { functionNamed } from '#contracts/abi/named.ts';
import type { OfferedFunction } from '#contracts/abi/panel.ts';
import { canonicalType } from '#contracts/abi/canonical.ts';
import { formatInt } from '#format/number.ts';
import { useKnown } from './known.ts';
import { linkedFrom, linkTo, type Linked } from './link.ts';

interface Props {
  functions: readonly OfferedFunction[];
  /** What is in a function that was opened; `linked`: what the page's address says was typed. */
  children(each: OfferedFunction, linked: Linked | null): ReactNode;
  /** Beside the search and the reset. */
  more?: ReactNode;
}

/** From so many functions on they can be searched. */
const SEARCHED_FROM = 8;

/** A contract's functions, each to be opened; the one that the page's address names is open. */
export function FunctionList({ functions, children, more }: Props) {
  const { words } = useKnown();
  const [linked, setLinked] = useState(() => linkedFrom(new URL(location.href).searchParams));
  const named = linked === null ? null : functionNamed(functions, linked.f);
  const [search, setSearch] = useState('');
  const [round, setRound] = useState(0);
  const wanted = search.trim().toLowerCase();
  const shown = functions.filter(
    ({ canonical, selector }) =>
      canonical.toLowerCase().includes(wanted) || selector === wanted.replaceAll(/\s/g, ''),
  );
  const reset = (): void => {
    setSearch('');
    setLinked(null);
    history.replaceState(history.state, '', linkTo(new URL(location.href), null));
    setRound(round + 1);
  };
  return (
    <>
      <div className="panel-bar">
        {functions.length >= SEARCHED_FROM && (
          <input
            className="field"
            type="search"
            aria-label={words('interact.search')}
            placeholder={words('interact.search')}
            value={search}
            onChange={(e) => setSearch(e.currentTarget.value)}
          />
        )}
        {more}
        <button type="button" className="button" onClick={reset}>
          {words('interact.reset')}
        </button>
      </div>
      {linked !== null && named === null && (
        <p className="panel-wrong" role="status">
          {words('interact.noFunction', { name: linked.f.slice(0, 200) })}
        </p>
      )}
      {shown.length === 0 && (
        <p className="panel-hint" role="status">
          {words(functions.length === 0 ? 'interact.none' : 'interact.noneFound')}
        </p>
      )}
      <ol className="panel-functions">
        {shown.map((each) => (
          <Entry
            key={`${round} ${each.selector}`}
            of={each}
            number={functions.indexOf(each) + 1}
            opened={each === named}
          >
            {() => children(each, each === named ? linked : null)}
          </Entry>
        ))}
      </ol>
    </>
  );
}

interface EntryProps {
  of: OfferedFunction;
  number: number;
  /** By the page's address. */
  opened: boolean;
  children(): ReactNode;
}

function Entry({ of, number, opened, children }: EntryProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(opened);
  // What was typed and answered stays when it is closed.
  const [seen, setSeen] = useState(opened);
  useEffect(() => {
    if (!opened) return;
    details.current?.scrollIntoView({ block: 'start' });
    details.current?.querySelector('summary')?.focus({ preventScroll: true });
  }, [opened]);
  const toggle = (now: boolean): void => {
    if (now === open) return;
    setOpen(now);
    if (!now) return;
    setSeen(true);
    const here = linkTo(new URL(location.href), of.canonical);
    history.replaceState(history.state, '', here);
  };
  return (
    <li>
      <details
        ref={details}
        open={open}
        onToggle={(event) => toggle(event.currentTarget.open)}
        data-selector={of.selector}
      >
        <summary>
          <span className="panel-number">{formatInt(number)}</span>
          <code>
            <b>{of.name}</b>({of.params.map(paramText).join(', ')})
            {of.outputs.length > 0 && ` → ${of.outputs.map(paramText).join(', ')}`}
          </code>
          {of.mutability === 'payable' && <span className="badge badge-accent">payable</span>}
        </summary>
        {seen && (
          <div className="panel-body">
            {[of.notice, of.details].map(
              (text) =>
                text !== null && (
                  <p key={text} className="panel-about">
                    {text}
                  </p>
                ),
            )}
            {children()}
          </div>
        )}
      </details>
    </li>
  );
}

function paramText(param: OfferedFunction['params'][number]): string {
  return `${canonicalType(param)} ${param.name}`.trimEnd();
}
