/** How the record of a name is shown: `key=value`, as the chain's event told it. */
import type { Translate } from '#i18n/translate.ts';

const ADDRESS = /^(\d+)=(0x(?:[0-9a-f]{2})*)$/i;
/** Coin types (SLIP-44) by the names that they have in every language. */
const COINS: ReadonlyMap<string, string> = new Map([
  ['0', 'Bitcoin'],
  ['60', 'Ethereum'],
  ['461', 'Filecoin'],
]);

/** An address record by its coin, its bytes by the text that they are (FNS writes f4 addresses so); any other as it is. */
export function recordText(t: Translate, text: string): string {
  const [, type, hex = ''] = ADDRESS.exec(text) ?? [];
  if (type === undefined) return text;
  const name = COINS.get(type);
  const address = plainText(hex) ?? hex;
  return name === undefined
    ? t('name.coin.other', { type, address })
    : t('name.coin.known', { name, type, address });
}

/** What bytes are written out; null where they are no plain text. */
function plainText(hex: string): string | null {
  const signs = (hex.slice(2).match(/../g) ?? []).map((byte) =>
    String.fromCharCode(parseInt(byte, 16)),
  );
  const text = signs.join('');
  return /^[\x21-\x7e]+$/.test(text) ? text : null;
}
