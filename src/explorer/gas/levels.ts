/** Premiums to offer, by their place among those of what got in. */
export const LEVELS = ['low', 'typical', 'fast'] as const;
export type Level = (typeof LEVELS)[number];

/** By number of messages. */
export const PERCENTILES: Readonly<Record<Level, number>> = { low: 0.25, typical: 0.5, fast: 0.9 };

/** The tipsets within which messages got in. */
export const WITHIN = [1, 3, 10] as const;

/** A fee cap holds for so many epochs of the fastest rise: what Lotus's own estimate allows for. */
export const FEE_CAP_EPOCHS = 20;
