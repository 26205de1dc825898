import { ClaimRefused } from './refused.ts';

const MAX_LENGTH = 254;
/** An address of e-mail as people have them: no quoted names, no addresses in brackets. */
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}$/;
/** E.164 has 15 digits at most; people write them in groups. */
const PHONE = /^\+?[\d ().-]{6,30}$/;
const MIN_DIGITS = 6;
const MAX_DIGITS = 15;

/** An e-mail address or a phone number. @throws ClaimRefused `missing`, `contact` */
export function readContact(text: string | undefined): string {
  const contact = text?.trim() ?? '';
  if (contact === '') throw new ClaimRefused('missing', 'contact');
  const digits = contact.replaceAll(/\D/g, '').length;
  const phone = PHONE.test(contact) && digits >= MIN_DIGITS && digits <= MAX_DIGITS;
  if (contact.length > MAX_LENGTH || !(phone || EMAIL.test(contact)))
    throw new ClaimRefused('contact', 'contact');
  return contact;
}
