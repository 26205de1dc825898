import { STATUS_CODES } from 'node:http';

/** What the API says instead of an answer. */
export interface Refusal {
  statusCode: number;
  /** What is wrong, in the reader's language. */
  message: string;
  /** What HTTP calls the status: strict clients tell a refusal by this field. */
  error: string;
}

export function refusalOf(statusCode: number, message: string): Refusal {
  return { statusCode, message, error: STATUS_CODES[statusCode] ?? 'Error' };
}
