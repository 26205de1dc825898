/** How much of the payloads of a trace's calls is kept. */

/** One text may have this share of what is left; a short one is always whole, bytes. */
const SHARE = 1 / 32;
export const SHORT_TEXT = 1 << 10;

/**
 * Methods with lower numbers are those that actors have of their own; a contract can call none of them
 * (FIP-0054, `call_actor`) but by making contracts, and this one, by which it runs other code as its own.
 */
const FIRST_EXPORTED = 1024;
const INVOKE_DELEGATE = 6;

/** Most bytes of long texts of the calls that messages' calls make. */
export interface PayloadLimits {
  /** Of those that one item of a trace tells. */
  readonly maxTexts: number;
  /** Of all items of a reply. */
  readonly maxAllTexts: number;
  /**
   * Beside these, texts of methods that no contract can call at will are whole, up to so many bytes of a
   * reply: a proposal to a multisig is read whatever contracts hand to one another around it.
   */
  readonly maxNativeTexts: number;
}

/** Counts texts as they are read: the more of them there are, the earlier the long ones are cut. */
export class Payloads {
  readonly #limits: PayloadLimits;
  /** Bytes of long texts: of the item, of the items before it, and of methods that no contract calls. */
  #item = 0;
  #before = 0;
  #native = 0;
  /** Whether the present call is of such a method. */
  #isNative = false;

  constructor(limits: PayloadLimits) {
    this.#limits = limits;
  }

  beginReply(): void {
    this.#before = this.#item = this.#native = 0;
  }

  beginItem(): void {
    this.#before += this.#item;
    this.#item = 0;
  }

  /** The texts that follow are of a call of this method; NaN for what is no number. */
  called(method: number): void {
    this.#isNative = method > 0 && method < FIRST_EXPORTED && method !== INVOKE_DELEGATE;
  }

  /** Most bytes of the next text that are kept, a multiple of four, as base64 wants it. */
  most(): number {
    const { maxTexts, maxAllTexts } = this.#limits;
    if (this.#nativeWhole()) return Infinity;
    const share = Math.floor((Math.min(maxTexts, maxAllTexts - this.#before) - this.#item) * SHARE);
    return Math.max(SHORT_TEXT, share - (share % 4));
  }

  /** So many bytes of a text were kept. */
  kept(bytes: number): void {
    if (bytes <= SHORT_TEXT) return;
    if (this.#nativeWhole()) this.#native += bytes;
    else this.#item += bytes;
  }

  #nativeWhole(): boolean {
    return this.#isNative && this.#native < this.#limits.maxNativeTexts;
  }
}
