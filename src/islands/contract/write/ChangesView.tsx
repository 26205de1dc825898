import { paths } from '#format/paths.ts';
import { shortText } from '#format/shorten.ts';
import { formatToken, formatTokenExact } from '#format/token.ts';
import { pageLocale } from '../../locale.ts';
import { useKnown } from '../known.ts';
import { NOBODY } from './moves.ts';
import type { Change, TokenMoves, TokenChanges, TokenWords } from './changes.ts';

/** Changes that are shown. */
const SHOWN = 40;
/** Characters of a symbol; the contract chooses it. */
const SYMBOL = 32;
const DIGITS = 18;

/** What would move by the calls of a simulation. `from`: who would send it; null for nobody yet. */
export function ChangesView({ told, from }: { told: TokenMoves | null; from: string | null }) {
  const { words, place } = useKnown();
  if (told === null) return <p className="panel-hint">{words('interact.changes.untold')}</p>;
  let left = SHOWN;
  const shown = told.tokens.flatMap(({ changes, ...token }) => {
    const some = changes.slice(0, left);
    left -= some.length;
    return some.length === 0 ? [] : { ...token, changes: some };
  });
  const more = told.tokens.flatMap(({ changes }) => changes).length - (SHOWN - left);
  return (
    <div className="panel-changes">
      <p>
        <b>{words('interact.changes.title')}</b>
      </p>
      {shown.length === 0 ? (
        <p>{words('interact.changes.none', { currency: place.network.currency })}</p>
      ) : (
        <dl className="panel-values">
          {shown.map(({ token, words: known, changes }) => (
            <div key={token ?? ''}>
              <dt>
                <Token token={token} known={known} />
              </dt>
              <dd>
                {changes.map((change, at) => (
                  <p key={at}>
                    {token !== null && change.holder === NOBODY ? (
                      <Made known={known} minted={change.by < 0n} />
                    ) : (
                      <Holder holder={change.holder} from={from} />
                    )}{' '}
                    <bdi className="panel-value">
                      <Amount token={token} known={known} change={change} />
                    </bdi>
                  </p>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {more > 0 && <p>{words('interact.changes.more', { n: more })}</p>}
      {told.cut && <p className="panel-wrong">{words('interact.changes.cut')}</p>}
      <p className="panel-hint">{words('interact.changes.asked')}</p>
    </div>
  );
}

function Address({ of }: { of: string }) {
  return (
    <a className="panel-value" href={paths.address(pageLocale(), of)}>
      {shortText('address', of)}
    </a>
  );
}

function Token({ token, known }: Pick<TokenChanges, 'token'> & { known: TokenWords | null }) {
  const { place } = useKnown();
  if (token === null) return place.network.currency;
  return (
    <>
      {known?.symbol != null && <bdi>{known.symbol.slice(0, SYMBOL)}</bdi>} <Address of={token} />
    </>
  );
}

function Holder({ holder, from }: { holder: string; from: string | null }) {
  const { place, words } = useKnown();
  if (holder === from?.toLowerCase()) return words('interact.changes.you');
  if (holder === place.address.toLowerCase()) return words('interact.changes.here');
  return <Address of={holder} />;
}

/** What comes from nobody, or goes to nobody. */
function Made({ known, minted }: { known: TokenWords | null; minted: boolean }) {
  const { place, words } = useKnown();
  if (known?.wrapped !== true) return words(`interact.changes.${minted ? 'minted' : 'burned'}`);
  const { currency } = place.network;
  return words(`interact.changes.${minted ? 'wrapped' : 'unwrapped'}`, { currency });
}

interface AmountProps {
  token: string | null;
  known: TokenWords | null;
  change: Change;
}

/** With its sign, which tells who gives; nobody has what is minted or burned. */
function Amount({ token, known, change: { holder, id, by: change, either } }: AmountProps) {
  const { words, amount } = useKnown();
  if (token === null) return amount(change, { signed: true });
  const nobody = holder === NOBODY;
  const by = nobody && change < 0n ? -change : change;
  const sign = by > 0n && !nobody ? '+' : '';
  if (id !== null) return `${sign}${formatTokenExact(String(by), null)} × #${String(id)}`;
  const decimals = known?.decimals ?? null;
  if (decimals !== null && !either) return `${sign}${formatToken(String(by), decimals, DIGITS)}`;
  const units = `${sign}${formatTokenExact(String(by), null)}`;
  return words(`interact.changes.${either ? 'either' : 'units'}`, { amount: units });
}
