/** A browser wallet that announces itself (EIP-6963), whose key the test has. */
import type { Page } from '@playwright/test';
import { keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { DEVELOPMENT_CHAIN_ID } from '#rpc/testing/evm.ts';

const Call = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) });
const Transaction = z.object({
  to: z.string().startsWith('0x'),
  data: z.string().startsWith('0x'),
  value: z.string(),
  gas: z.string().optional(),
});
const Chain = z.object({ chainId: z.string() });
const Reply = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** What the wallet answers a call with: a result, or an error by its code. */
type Answer = { result: unknown } | { error: { code: number; message: string } };

const REJECTED: Answer = { error: { code: 4001, message: 'User rejected the request.' } };
const hex = (value: number | bigint): `0x${string}` => `0x${value.toString(16)}`;

export class TestWallet {
  readonly #account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
  readonly #node: string;
  /** Methods that it was asked for. */
  readonly asked: string[] = [];
  /** Transactions that it sent, by their hashes. */
  readonly sent: string[] = [];
  connected = false;
  chainId = DEVELOPMENT_CHAIN_ID;
  /** Networks that it knows. */
  readonly chains = new Set([1]);
  /** It tells hashes, and keeps what it signed to itself. */
  keepsBack = false;
  /** The reader says no to whatever has to be agreed to. */
  rejects = false;
  /** Hash of its network's first block; null: the node's. */
  firstBlock: string | null = null;

  constructor(node: string) {
    this.#node = node;
  }

  get address(): string {
    return this.#account.address;
  }

  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const answer = await fetch(this.#node, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = Reply.parse(await answer.json());
    if (error !== undefined) throw new Error(error.message);
    return result;
  }

  async #send(params: readonly unknown[]): Promise<Answer> {
    const { to, data, value, gas } = Transaction.parse(params[0]);
    const nonce = await this.#ask('eth_getTransactionCount', [this.address, 'latest']);
    const signed = await this.#account.signTransaction({
      type: 'eip1559',
      chainId: this.chainId,
      to: to as `0x${string}`,
      data: data as `0x${string}`,
      value: BigInt(value),
      gas: BigInt(gas ?? 1_000_000),
      nonce: Number(nonce),
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1n,
    });
    const hash = this.keepsBack
      ? keccak256(signed)
      : z.string().parse(await this.#ask('eth_sendRawTransaction', [signed]));
    this.sent.push(hash);
    return { result: hash };
  }

  async answer(call: unknown): Promise<Answer> {
    const { method, params } = Call.parse(call);
    this.asked.push(method);
    const accounts = this.connected ? [this.address] : [];
    switch (method) {
      case 'eth_accounts':
        return { result: accounts };
      case 'eth_chainId':
        return { result: hex(this.chainId) };
      case 'wallet_requestPermissions':
      case 'eth_requestAccounts': {
        if (this.rejects) return REJECTED;
        this.connected = true;
        const caveats = [{ type: 'restrictReturnedAccounts', value: [this.address] }];
        return { result: method === 'eth_requestAccounts' ? [this.address] : [{ caveats }] };
      }
      case 'wallet_revokePermissions':
        this.connected = false;
        return { result: null };
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        if (this.rejects) return REJECTED;
        const chainId = Number(Chain.parse(params[0]).chainId);
        if (method === 'wallet_addEthereumChain') this.chains.add(chainId);
        if (!this.chains.has(chainId))
          return { error: { code: 4902, message: 'Unrecognized chain ID.' } };
        this.chainId = chainId;
        return { result: null };
      }
      case 'eth_sendTransaction':
        return this.rejects ? REJECTED : this.#send(params);
      case 'eth_getBlockByNumber':
        return {
          result:
            this.firstBlock === null ? await this.#ask(method, params) : { hash: this.firstBlock },
        };
      default:
        return { error: { code: 4200, message: `${method} is not supported` } };
    }
  }

  /** Puts the wallet into a page, for as long as the page is there. To be called before it is opened. */
  async install(page: Page): Promise<void> {
    await page.exposeFunction('testWallet', (call: unknown) => this.answer(call));
    await page.addInitScript(announce);
  }
}

/** Runs in the page: EIP-1193 and EIP-6963. */
function announce(): void {
  type Listener = (value: unknown) => void;
  const ask = (globalThis as unknown as { testWallet(call: unknown): Promise<Answer> }).testWallet;
  const listeners = new Map<string, Set<Listener>>();
  const provider = {
    async request(call: { method: string }): Promise<unknown> {
      const answer = await ask(call);
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
      if (/^wallet_(?:switch|add)EthereumChain$/.test(call.method)) {
        const now = await ask({ method: 'eth_chainId' });
        if ('result' in now)
          for (const listener of listeners.get('chainChanged') ?? []) listener(now.result);
      }
      return answer.result;
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener);
    },
  };
  const detail = Object.freeze({
    info: {
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: 'Test Wallet',
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      rdns: 'example.wallet',
    },
    provider,
  });
  const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', tell);
  tell();
}
