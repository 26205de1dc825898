/**
 * JSON of nodes. Method numbers are of 64 bits and chosen by senders; JSON.parse would round those
 * above 2^53, and a message of another method number has another CID. Long ones become strings
 * before the text is parsed.
 *
 * Inside of a string of JSON every quote has a backslash before it, so that `"Method":` is never part
 * of what the chain says: where it stands in the text, a member's name ends.
 */
const LONG_METHOD = /"Method"\s*:\s*\d{16}/;
const LONG_METHODS = /"Method"\s*:\s*(\d{16,})(?=\s*[,}])/g;
const QUOTED_METHODS = /"Method":"(\d{16,20})"/g;

/**
 * As JSON.parse, but method numbers of 16 digits and more come as strings of digits.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return JSON.parse(LONG_METHOD.test(text) ? text.replace(LONG_METHODS, '"Method":"$1"') : text);
}

/** Inverse of `parseJson`: its strings of digits are numbers again. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value).replace(QUOTED_METHODS, '"Method":$1');
}
