/**
 * Why a claim is refused: the numbers that answers carry as `status`, and the keys of the words for it
 * (`claim.refused.<reason>` of the dictionaries). New ones are added at the end.
 */
export const REFUSALS = [
  'done',
  // Who may.
  'address',
  'noProvider',
  'notTakenOver',
  'ownerMultisig',
  'ownerActor',
  'ownerUnknown',
  'power',
  'banned',
  'tooManyOpen',
  // What is filled in.
  'missing',
  'long',
  'letters',
  'forbidden',
  'taken',
  'contact',
  // The signature.
  'signature.encoding',
  'signature.length',
  'signature.type',
  'signature.recovery',
  'signature.malleable',
  'signature.point',
  'signature.mismatch',
  'noMessage',
  'used',
  'late',
] as const;
export type ClaimRefusal = Exclude<(typeof REFUSALS)[number], 'done'>;

/** Fields of the form, in the order in which they are looked at. */
export const FIELDS = ['en', 'enFull', 'zh', 'zhFull', 'contact', 'signature'] as const;
export type Field = (typeof FIELDS)[number];

/** The claim is refused; `params` fill in the words. */
export class ClaimRefused extends Error {
  override readonly name = 'ClaimRefused';
  readonly reason: ClaimRefusal;
  readonly field: Field | null;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(
    reason: ClaimRefusal,
    field: Field | null = null,
    params: Readonly<Record<string, string | number>> = {},
  ) {
    super(reason);
    this.reason = reason;
    this.field = field;
    this.params = params;
  }

  /** The number that stands for the reason on the wire. */
  get status(): number {
    return REFUSALS.indexOf(this.reason);
  }
}
