/**
 * Which values of calls, answers, events and errors are amounts, and of what: by signatures of token
 * standards (ERC-20, 2612, 4626, 677), wrapped coins, staking and pools of two tokens.
 */

/**
 * `own`: of the token that is called, or that emits. `fil`: attoFIL. `token0`, `token1`: of a pool's
 * tokens; `in`, `out`: of that one of them which a swap takes and gives.
 */
export type AmountOf = 'own' | 'fil' | 'token0' | 'token1' | 'in' | 'out';

export interface AmountPlace {
  /** Which of the values it is. */
  at: number;
  of: AmountOf;
  /** What somebody else may spend. */
  allowance?: true;
  /** It is one only where the value has this name: others use the signature otherwise. */
  name?: string;
}

type Places = ReadonlyMap<string, readonly AmountPlace[]>;

/** One word for each value: `-` none, else of what; `*` an allowance; `:name` only where it has that name. */
function placesOf(table: Readonly<Record<string, string>>): Places {
  return new Map(
    Object.entries(table).map(([signature, words]) => [
      signature,
      words.split(' ').flatMap((word, at) => {
        const [of = '', name] = word.replace('*', '').split(':');
        if (!isOf(of)) return [];
        const allowance = word.includes('*') ? { allowance: true as const } : {};
        return [{ at, of, ...allowance, ...(name === undefined ? {} : { name }) }];
      }),
    ]),
  );
}

const OFS: ReadonlySet<string> = new Set<AmountOf>(['own', 'fil', 'token0', 'token1', 'in', 'out']);
const isOf = (text: string): text is AmountOf => OFS.has(text);

/** `mint(uint256)` is left out: lending tokens count the token that is lent in it, not themselves. */
export const CALL_AMOUNTS = placesOf({
  'transfer(address,uint256)': '- own',
  'transferFrom(address,address,uint256)': '- - own',
  'transferAndCall(address,uint256)': '- own',
  'transferAndCall(address,uint256,bytes)': '- own',
  'approve(address,uint256)': '- own*',
  'approveAndCall(address,uint256,bytes)': '- own*',
  'increaseAllowance(address,uint256)': '- own*',
  'decreaseAllowance(address,uint256)': '- own*',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': '- - own*',
  'mint(address,uint256)': '- own',
  'burn(uint256)': 'own',
  'burn(address,uint256)': '- own',
  'burnFrom(address,uint256)': '- own',
  // Wrapped coins, shares of pools
  'withdraw(uint256)': 'own',
  'unstake(uint256)': 'own:shares',
  // ERC-4626
  'mint(uint256,address)': 'own',
  'redeem(uint256,address,address)': 'own',
  'previewMint(uint256)': 'own',
  'previewRedeem(uint256)': 'own',
  'convertToAssets(uint256)': 'own',
  // Pools of two tokens
  'provide(uint256,uint256)': 'token0 token1',
  'swap(bool,uint256,uint256)': '- in out',
  'swap(uint256,uint256,address,bytes)': 'token0 token1',
});

export const ANSWER_AMOUNTS = placesOf({
  'totalSupply()': 'own',
  'balanceOf(address)': 'own',
  'allowance(address,address)': 'own*',
  'stake()': 'own:shares',
  'unstake(uint256)': 'fil:fil',
  // ERC-4626
  'deposit(uint256,address)': 'own',
  'withdraw(uint256,address,address)': 'own',
  'previewDeposit(uint256)': 'own',
  'previewWithdraw(uint256)': 'own',
  'convertToShares(uint256)': 'own',
  'maxMint(address)': 'own',
  'maxRedeem(address)': 'own',
  // Pools of two tokens
  'provide(uint256,uint256)': 'own:shares',
  'swap(bool,uint256,uint256)': 'out',
  'getReserves()': 'token0 token1',
  'reserve0()': 'token0',
  'reserve1()': 'token1',
});

export const EVENT_AMOUNTS = placesOf({
  'Transfer(address,address,uint256)': '- - own',
  'Approval(address,address,uint256)': '- - own*',
  'Mint(address,uint256)': '- own',
  'Burn(address,uint256)': '- own',
  // Wrapped coins
  'Deposit(address,uint256)': '- own',
  'Withdrawal(address,uint256)': '- own',
  // ERC-4626
  'Deposit(address,address,uint256,uint256)': '- - - own',
  'Withdraw(address,address,address,uint256,uint256)': '- - - - own',
  // Staking
  'Staked(address,uint256,uint256)': '- fil:fil own:shares',
  'Unstaked(address,uint256,uint256)': '- fil:fil own:shares',
  'Rewarded(uint256,uint256)': 'fil:fil',
  // Pools of two tokens
  'Mint(address,uint256,uint256)': '- token0 token1',
  'Burn(address,uint256,uint256,address)': '- token0 token1',
  'Swap(address,uint256,uint256,uint256,uint256,address)': '- token0 token1 token0 token1',
  'Sync(uint112,uint112)': 'token0 token1',
});

/** `InsufficientBalance(uint256,uint256)` is left out: libraries say it of FIL. */
export const ERROR_AMOUNTS = placesOf({
  'ERC20InsufficientBalance(address,uint256,uint256)': '- own own',
  'ERC20InsufficientAllowance(address,uint256,uint256)': '- own* own',
  'InsufficientBalance(address,uint256,uint256)': '- own own',
});

const OWN_OR_FIL: ReadonlySet<AmountOf> = new Set(['own', 'fil']);

/** Whether a call or an event of this signature tells amounts of a pool's two tokens. */
export function tellsOfPool(signature: string): boolean {
  return [CALL_AMOUNTS, ANSWER_AMOUNTS, EVENT_AMOUNTS].some((table) =>
    (table.get(signature) ?? []).some(({ of }) => !OWN_OR_FIL.has(of)),
  );
}
