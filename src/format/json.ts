/** A JSON value as it arrives from the wire. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
