import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TokenDetail } from '#explorer/token/schema.ts';
import type { AmountPlace } from '#filecoin/evm/amounts.ts';
import { formatToken } from '#format/token.ts';
import { getJson } from '../queries/api.ts';
import { useKnown } from './known.ts';

/** Characters of a symbol; the contract chooses it. */
const SYMBOL = 32;
const DIGITS = 18;

/**
 * What a number amounts to: of FIL, or of the token that is called, as the index knows it. `fallback`
 * where that is not known.
 */
export function AmountOf({
  units,
  place: { of },
  fallback,
}: {
  units: string;
  place: AmountPlace;
  fallback: string | null;
}) {
  const { place, amount } = useKnown();
  const address = place.address.toLowerCase();
  const { data: token } = useQuery({
    queryKey: ['token', address],
    queryFn: ({ signal }) => getJson<TokenDetail>(`/token/${address}`, {}, signal),
    enabled: of === 'own',
  });
  if (of === 'fil') return <Hint>{amount(units)}</Hint>;
  if (of !== 'own' || token?.type !== 'ERC20' || token.decimals === null)
    return fallback === null ? null : <Hint>{fallback}</Hint>;
  return (
    <Hint>
      {formatToken(units, token.decimals, DIGITS)}{' '}
      {token.symbol !== null && <bdi>{token.symbol.slice(0, SYMBOL)}</bdi>}
    </Hint>
  );
}

function Hint({ children }: { children: ReactNode }) {
  return <span className="panel-hint"> = {children}</span>;
}
