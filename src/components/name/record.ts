/** How the record of a name is shown: `key=value`, as the chain's event told it. */

const ENCODED = /^(\d+)=0x((?:[0-9a-f]{2})+)$/i;

/** An address record whose bytes are plain text (as FNS writes f4 addresses) by that text; any other as it is. */
export function recordText(text: string): string {
  const [, coin = '', hex = ''] = ENCODED.exec(text) ?? [];
  const written = (hex.match(/../g) ?? []).map((byte) => String.fromCharCode(parseInt(byte, 16)));
  const plain = written.join('');
  return /^[\x21-\x7e]+$/.test(plain) ? `${coin}=${plain}` : text;
}
