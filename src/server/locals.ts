/** What an operator says about the site (`SITE_*`). What is null is left out of the pages. */
export interface SiteSettings {
  /** Public origin without a trailing slash, e.g. `https://explorer.example`; for canonical links. */
  url: string | null;
  /** Official chat group. */
  telegram: string | null;
  /** Mail address. */
  contact: string | null;
  /** Address of the chat group's QR picture (shown to Chinese readers only). */
  chatQr: string | null;
  /** Registration number in the footer and the page that it leads to. */
  registration: { text: string; url: string | null } | null;
  /** Where files of the repository are edited, without a trailing slash. */
  editUrl: string | null;
  /** Where the same explorer stands for other networks. */
  mainnetUrl: string | null;
  calibrationUrl: string | null;
  /** A wallet's app for phones. */
  app: {
    /** Page that tells of it and offers it. */
    url: string | null;
    urlZh: string | null;
    /** Opens it where it is installed. */
    link: string | null;
    ios: string | null;
    play: string | null;
    apk: string | null;
    /** Whether it is told which of the three was chosen. */
    counted: boolean;
  };
}

/** The chain's clock: all ages on pages are counted from it. */
export interface ChainClock {
  /** Unix seconds: the wall clock, or for a recorded chain its head's time moving on. */
  now: number;
  /** `now` minus the wall clock, seconds: what a browser adds to its own clock. Pages are cached; this stays right. */
  offset: number;
  recorded: boolean;
}

/** The head that an answer is made for. */
export interface HeadFacts {
  height: number;
  /** Block CIDs in tipset order. */
  key: string[];
  /** Rises with every change of the index; part of every cache key. */
  revision: number;
}
