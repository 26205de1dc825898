import { useEffect, useRef } from 'react';
import { useConnect, useConnection, useConnectors, useDisconnect, useSwitchChain } from 'wagmi';
import { shortText } from '#format/shorten.ts';
import { useKnown } from '../known.ts';
import { isRejected, wordsOfError } from './wallet.ts';
import { useWalletNetwork } from './network.ts';

/** The wallet: which there are, which is connected, and whether it is on this network. */
export function WalletBar() {
  const { place, words } = useKnown();
  const connection = useConnection();
  const connectors = useConnectors();
  const connect = useConnect();
  const disconnect = useDisconnect();
  const change = useSwitchChain();
  const network = useWalletNetwork();
  const { name, chainId } = place.network;
  const failed = connect.error ?? change.error;
  const bar = useRef<HTMLElement>(null);
  const acted = useRef(false);
  // The button that was pressed goes: its successor has the focus.
  useEffect(() => {
    if (!acted.current || document.activeElement !== document.body) return;
    acted.current = false;
    bar.current?.querySelector('button')?.focus();
  }, [connection.status]);
  const trouble =
    failed === null
      ? null
      : isRejected(failed)
        ? words('interact.wallet.rejected')
        : words('interact.wallet.failed', { text: wordsOfError(failed) });

  return (
    <section ref={bar} className="panel-wallet" aria-label={words('interact.wallet.title')}>
      {connection.status === 'connected' ? (
        <>
          <p>
            {words('interact.wallet.connected', { wallet: connection.connector.name })}{' '}
            <code title={connection.address}>{shortText('address', connection.address)}</code>
          </p>
          <p className="panel-ways">
            {network === 'elsewhere' && (
              <button
                type="button"
                className="button button-first"
                aria-busy={change.isPending}
                onClick={() => change.mutate({ chainId })}
              >
                {words('interact.wallet.switch', { network: name })}
              </button>
            )}
            <button
              type="button"
              className="button"
              onClick={() => {
                acted.current = true;
                disconnect.mutate({ connector: connection.connector });
              }}
            >
              {words('interact.wallet.disconnect')}
            </button>
          </p>
        </>
      ) : (
        <>
          <p>{words(connectors.length === 0 ? 'interact.wallet.none' : 'interact.wallet.lead')}</p>
          <p className="panel-ways">
            {connectors.map((connector) => (
              <button
                key={connector.uid}
                type="button"
                className="button button-first"
                aria-busy={connect.isPending && connect.variables.connector === connector}
                onClick={() => {
                  acted.current = true;
                  connect.mutate({ connector });
                }}
              >
                {words('interact.wallet.connect', { wallet: connector.name })}
              </button>
            ))}
          </p>
        </>
      )}
      <div role="status">
        {(network === 'elsewhere' || network === 'namesake') && (
          <p className="panel-wrong">{words(`interact.wallet.${network}`, { network: name })}</p>
        )}
        {trouble !== null && <p className="panel-wrong">{trouble}</p>}
      </div>
    </section>
  );
}
