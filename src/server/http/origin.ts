/** Where the reader of a request sees the site, e.g. `https://explorer.example`. */
export type Origin = (c: { req: { header(name: string): string | undefined } }) => string;

const LONGEST = 255;
/** A host name or an address, with its port. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Whether a request's `Host` is one. */
export const isHost = (host: string | undefined): host is string =>
  host !== undefined && host.length <= LONGEST && HOST.test(host) && URL.canParse(`http://${host}`);

/**
 * The operator's address of the site. Where there is none, absolute links name the host that the
 * request was sent to; so whatever is kept of an answer must be kept under its origin.
 * @param site SITE_URL  @param own where this process answers: for requests without a sensible host
 */
export function createOrigin(site: string | null, own: string): Origin {
  return ({ req }) => {
    if (site !== null) return site;
    const host = req.header('host');
    return isHost(host) ? `http://${host.toLowerCase()}` : own;
  };
}
