import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress } from '#filecoin/address.ts';
import type { Label } from '#explorer/label/labels.ts';
import { ethForm } from '#filecoin/forms.ts';
import { accountsIn, putLabels, type Labels } from './labels.ts';

const ETH = ethForm('0x7ce9a4ce26b6669562bbc6f623a7f5e17237c24d');

describe('the accounts of a page', () => {
  it('are gathered from whatever was read, each once, as pages write them', () => {
    const rows = [
      { from: 'f01234', to: ETH.toLowerCase(), note: 'f0 is no account, nor is 0x12' },
      { from: ETH, deep: [{ args: [{ value: 'f05' }] }] },
    ];
    expect([...accountsIn(rows).keys()].sort()).toEqual([ETH, 'f01234', 'f05']);
    expect(accountsIn({ cid: 'bafy2bzace', head: null, n: 7 }).size).toBe(0);
    const delegated = formatAddress(parseAddress(ETH));
    expect([...accountsIn([delegated]).keys()]).toEqual([ETH]);
    // What has the shape of an address, but another checksum, stays as it is written.
    const broken = `${delegated.slice(0, -1)}${delegated.endsWith('a') ? 'e' : 'a'}`;
    expect([...accountsIn([broken]).keys()]).toEqual([broken]);
  });

  it('keep the names that stand beside them', () => {
    const found = accountsIn([{ from: ETH, fromFnsName: 'kelp.fil', to: 'f05' }, { to: ETH }]);
    expect(found).toEqual(
      new Map([
        ['f05', null],
        [ETH, 'kelp.fil'],
      ]),
    );
  });

  it('are asked for at once, and what was known before stays', async () => {
    const asked: (readonly string[])[] = [];
    const own = { kind: 'token', name: 'Harbor Dollar', symbol: 'hUSD' } as const;
    const locals: { explorer: { label: Asked }; labels?: Labels } = {
      explorer: {
        label: {
          of: (accounts) => {
            asked.push(accounts);
            return Promise.resolve({ head: null, data: new Map([[ETH, { tag: null, own }]]) });
          },
        },
      },
    };
    await putLabels(locals, [{ to: ETH }, { to: ETH }, { from: 'f01234' }]);
    await putLabels(locals, { by: 'f05', byFnsName: 'tide.fil' });
    await putLabels(locals, {});
    expect(asked).toHaveLength(2);
    expect(locals.labels).toEqual(
      new Map<string, object>([
        [ETH, { tag: null, own }],
        ['f05', { fns: 'tide.fil' }],
      ]),
    );
  });
});

interface Asked {
  of(accounts: readonly string[]): Promise<{ head: null; data: ReadonlyMap<string, Label> }>;
}
