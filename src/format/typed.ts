/** An identifier, longer than words are, or the id of an actor; and marks around it. */
const MARKED = /^[^\p{L}\p{N}]*(?<bare>[0-9a-zA-Z]{20,}|[ft]0\d+)[^\p{L}\p{N}]*$/u;

/** What was typed or pasted without the marks of the sentence that it was taken from: `(f01000).` */
export function withoutMarks(typed: string): string {
  return MARKED.exec(typed)?.groups?.bare ?? typed;
}
