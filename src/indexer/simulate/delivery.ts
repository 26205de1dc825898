/** A call of a request, and what it is answered: a result's JSON text, or an error. */
export interface Reply {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
  result: string | null;
  error: { code: number; message: string } | null;
}

/** What happens to a whole answer. */
export type Delivery =
  | { readonly how: 'whole' }
  | { readonly how: 'late'; readonly ms: number }
  /** Nothing is said; who asked gives up. */
  | { readonly how: 'never' }
  | { readonly how: 'dropped' }
  /** The answer ends early; `framed`: it claims to be whole. */
  | { readonly how: 'cut'; readonly framed: boolean }
  | { readonly how: 'status'; readonly status: number }
  /** One error in place of all answers. */
  | { readonly how: 'refused' };
