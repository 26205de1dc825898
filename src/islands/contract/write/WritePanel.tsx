import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { WagmiProvider } from 'wagmi';
import type { Offered } from '#contracts/abi/panel.ts';
import { FunctionList } from '../FunctionList.tsx';
import { useKnown } from '../known.ts';
import { sentList, type SentList } from './sentList.ts';
import { SentView } from './SentView.tsx';
import { walletConfig } from './wallet.ts';
import { WalletBar } from './WalletBar.tsx';
import { WriteForm } from './WriteForm.tsx';

/** What of a contract can be changed, by a wallet. */
export function Panel({ offered }: { offered: Offered }) {
  const { place } = useKnown();
  const [config] = useState(() => walletConfig(place));
  const [list] = useState(() => sentList(place.network.genesis));
  return (
    <WagmiProvider config={config}>
      <div className="panel">
        <WalletBar />
        <SentOnes list={list} />
        <FunctionList functions={offered.writes}>
          {(each, linked) => (
            <WriteForm of={each} errors={offered.errors} linked={linked} onSent={list.add} />
          )}
        </FunctionList>
      </div>
    </WagmiProvider>
  );
}

/** Each is followed in a room of its own, of which a reader has a few. */
const SHOWN = 10;

/** What was sent to this contract from this browser. */
function SentOnes({ list }: { list: SentList }) {
  const { place, words } = useKnown();
  const all = useStore(list.all);
  const here = all.filter(({ to }) => to === place.address.toLowerCase()).slice(0, SHOWN);
  const section = useRef<HTMLElement>(null);
  const count = here.length;
  const shown = useRef(count);
  useEffect(() => {
    const more = count > shown.current;
    shown.current = count;
    if (more) section.current?.scrollIntoView({ block: 'nearest' });
  }, [count]);
  if (here.length === 0) return null;
  return (
    <section ref={section} className="panel-sents-place" aria-label={words('interact.sent')}>
      <h3 className="panel-title">{words('interact.sent')}</h3>
      <ol className="panel-sents">
        {here.map((sent) => (
          <SentView key={sent.hash} sent={sent} list={list} />
        ))}
      </ol>
    </section>
  );
}
