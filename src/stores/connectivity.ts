import { atom } from 'nanostores';

/** Whether the browser is online. */
export const online = atom<boolean>(true);
/** Whether the live connection stands; null before it was first made. */
export const connected = atom<boolean | null>(null);
