/** How what stands in a place of a sentence ends, for the Korean particle behind it. */
import { formatBytes } from '#format/bytes.ts';
import type { Translate } from '#i18n/translate.ts';
import { tokenSymbol } from '../../token/words.ts';
import type { SlotValue } from './types.ts';

/** Its last word as SlotView shows it; empty where that is not told by a word. */
export function lastWord(place: SlotValue, t: Translate): string {
  switch (place.kind) {
    // In whatever unit of it.
    case 'fil':
      return 'FIL';
    case 'token':
      return tokenSymbol(place.words, place.address);
    case 'units':
      return t('message.said.unitsAlone');
    case 'bytes':
      return formatBytes(place.bytes);
    case 'name':
      return place.name;
    case 'number':
      return place.text;
    case 'list': {
      const last = place.places.at(-1);
      return last === undefined ? '' : lastWord(last, t);
    }
    case 'account':
    case 'code':
    case 'epoch':
      return '';
  }
}
