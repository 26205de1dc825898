/** How the accounts of a page are called: gathered from what was read for it, and asked for at once. */
import type { Explorer } from '#explorer/index.ts';
import type { Label } from '#explorer/label/labels.ts';
import { ethForm } from '#filecoin/forms.ts';

/** What `Astro.locals` has of it. */
export type Labels = ReadonlyMap<string, Partial<Label> & { fns?: string }>;

/** Any form of an address, by its shape. */
const ADDRESS =
  /^(?:0x[0-9a-fA-F]{40}|[ft](?:0\d{1,16}|[12][a-z2-7]{39}|3[a-z2-7]{84}|410f[a-z2-7]{39}))$/;
/** Letters that an address has at most: data is not looked through. */
const LONGEST = 86;
/** How the field is called that has an account's name, behind that of the account. */
const FNS_NAME = 'FnsName';
/** Values of an answer that are looked through: what comes behind them has no labels. */
const MOST = 50_000;

/** The accounts that answers name, as pages write them, each with its .fil name where one stands beside it. */
export function accountsIn(answers: unknown): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  const open: unknown[] = [answers];
  for (let at = 0; at < open.length && at < MOST; at += 1) {
    const value = open[at];
    if (typeof value === 'string') {
      if (value.length > LONGEST || !ADDRESS.test(value)) continue;
      const form = ethForm(value);
      found.set(form, found.get(form) ?? null);
    } else if (Array.isArray(value)) for (const inner of value) open.push(inner);
    else if (typeof value === 'object' && value !== null) {
      // Answers are plain data, without inherited fields.
      for (const name in value) {
        const inner: unknown = Reflect.get(value, name);
        open.push(inner);
        if (typeof inner !== 'string' || !name.endsWith(FNS_NAME)) continue;
        const of: unknown = Reflect.get(value, name.slice(0, -FNS_NAME.length));
        if (typeof of === 'string') found.set(ethForm(of), inner);
      }
    }
  }
  return found;
}

/** Has `Astro.locals` know how the accounts in `answers` are called. */
export async function putLabels(
  locals: { explorer: Pick<Explorer, 'label'>; labels?: Labels },
  answers: unknown,
): Promise<void> {
  const accounts = accountsIn(answers);
  if (accounts.size === 0) return;
  const { data } = await locals.explorer.label.of([...accounts.keys()]);
  const labels = new Map(locals.labels);
  for (const [account, fns] of accounts) {
    const label = data.get(account);
    if (label !== undefined || fns !== null)
      labels.set(account, { ...label, ...(fns === null ? {} : { fns }) });
  }
  locals.labels = labels;
}
