/** A request, understood as far as every part of the server needs it. */
export interface Visit {
  /** GET or HEAD are both `GET` here. */
  method: string;
  /** Begins with a slash; every percent sign begins an escape that decodes to text. */
  pathname: string;
  /** Empty or beginning with a question mark. */
  search: string;
  requestId: string;
  /** Address of whoever asks. */
  client: string;
  header(name: string): string | undefined;
  /** What was sent along; null when it is longer than `maxBytes`. To be read once. */
  body(maxBytes: number): Promise<Buffer | null>;
}
