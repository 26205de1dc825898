/** What the live client has heard. */
import { atom } from 'nanostores';

/** Height of the chain's head; null until it has heard. */
export const height = atom<number | null>(null);
/** Whether the browser is online. */
export const online = atom<boolean>(true);
/** Whether the live connection stands; null before it was first made. */
export const connected = atom<boolean | null>(null);
