/** What a share picture shows. All texts are Latin: the pictures have no other letters. */
export interface Card {
  /** What kind of thing it is, e.g. `Message`. */
  kind: string;
  title: string;
  /** Whether the title is an identifier. */
  identifier: boolean;
  badge: { text: string; tone: Tone } | null;
  /** At most four. */
  facts: readonly Fact[];
  /** Of a ranking, instead of facts; at most five. */
  ranks: readonly Rank[];
  /** Beside the mark: which network, as of when. */
  foot: string;
}

export type Tone = 'good' | 'wait' | 'warn' | 'fail' | 'orphan';

export interface Fact {
  label: string;
  value: string;
  /** Whether the value is an identifier. */
  identifier?: boolean;
}

export interface Rank {
  name: string;
  value: string;
  /** Of the first one's, 0 to 1. */
  share: number;
}

/** Size of a picture in pixels: what the networks that show them ask for. */
export const WIDTH = 1200;
export const HEIGHT = 630;
