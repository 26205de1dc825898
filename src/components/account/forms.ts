import type { AccountDetail } from '#explorer/account/schema.ts';
import { isNull } from '#filecoin/forms.ts';

/** Whether an account is the null address, in whichever of its spellings. */
export function isNullAddress(account: Pick<AccountDetail, 'ethAddress'>): boolean {
  return isNull(account.ethAddress ?? '');
}

/** All spellings of an account that lists may use. */
export function formsOf(
  account: Pick<AccountDetail, 'address' | 'id' | 'robust' | 'delegatedAddress' | 'ethAddress'>,
): string[] {
  const { address, id, robust, delegatedAddress, ethAddress } = account;
  return [
    ...new Set(
      [address, id, robust, delegatedAddress, ethAddress].filter(
        (form) => form !== null && form !== undefined,
      ),
    ),
  ];
}

/** The key of a singleton actor's description (`f099` → `account.about.f099`), on any network. */
export function aboutKey(id: string | null): string {
  return `account.about.f${(id ?? '').slice(1)}`;
}

/** Share of a multisig's vesting amount that is unlocked, 0–1; attoFIL in, exact to a hundredth of a percent. */
export function unlockedShare(initial: string, locked: string): number {
  const whole = BigInt(initial);
  if (whole <= 0n) return 1;
  const left = BigInt(locked);
  const free = left > whole ? 0n : whole - left;
  return Number((free * 10_000n) / whole) / 10_000;
}
