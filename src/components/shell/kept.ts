/**
 * Pieces of HTML that are the same on many pages, by what they depend on. What lasts as long as the
 * process (the build, the operator's settings) is in no key: pieces belong to the settings they were made with.
 */
const pieces = new WeakMap<object, Map<string, string>>();

/** Pieces that are kept for one site; there are a few hundred, and more would be a key that is no key. */
const MOST = 2000;

/** What a piece depends on. */
export type KeptBy = readonly (string | number)[];

/**
 * The piece of this key, made where it is not there yet.
 * @param site the settings of the site that the page is of (`Astro.locals.site`)
 * @param by all that the piece shows and that pages may differ in, its own name first
 */
export function keptPiece(
  site: object,
  by: KeptBy,
  make: () => Promise<string>,
): string | Promise<string> {
  const own = pieces.get(site) ?? new Map<string, string>();
  pieces.set(site, own);
  const key = JSON.stringify(by);
  return (
    own.get(key) ??
    make().then((html) => {
      if (own.size >= MOST) own.clear();
      own.set(key, html);
      return html;
    })
  );
}
