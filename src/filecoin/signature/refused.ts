/**
 * Why a signature does not count; part of the i18n key of the message shown.
 * - `encoding`, `length`: no text of a signature; `type`: one of another type of key
 * - `signer`: the address has no key by which to check it (an id, a contract, a multisig)
 * - `recovery`: a v that is neither 0 nor 1 (27 nor 28 of Ethereum wallets)
 * - `malleable`: s in the upper half, by which one signature would have two texts
 * - `point`: numbers out of range, or no point of the curve’s subgroup, or infinity
 * - `mismatch`: well-formed, and of another key or another message
 */
export type SignatureReason =
  'encoding' | 'length' | 'type' | 'signer' | 'recovery' | 'malleable' | 'point' | 'mismatch';

export class SignatureRefused extends Error {
  override readonly name = 'SignatureRefused';
  readonly reason: SignatureReason;

  constructor(reason: SignatureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
