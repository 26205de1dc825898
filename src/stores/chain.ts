import { atom } from 'nanostores';

/** Height of the chain's head as last heard of; null until the live client has heard. */
export const height = atom<number | null>(null);
