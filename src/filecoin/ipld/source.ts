/** Where the objects of the chain come from. */

/**
 * Objects of the chain (DAG-CBOR named by blake2b-256): blocks of state trees, of lists of messages,
 * receipts and events.
 */
export interface ObjectSource {
  /**
   * The bytes of these objects, in the order of `cids` (their text, as `cidOf` gives it). Whoever
   * implements it has checked that each hashes to its CID. Rejects when one of them is not to be had.
   */
  read(cids: readonly string[]): Promise<readonly Uint8Array[]>;
}
