/** What is wrong with a request before it is sent: where, and in the reader's words. */
import type { RequestError } from '#contracts/request/error.ts';
import type { Words } from './words.ts';

/** Fields of the form by the names that parsers give them. */
const FIELDS = ['optimizeRuns', 'optimizerDetails', 'libraries', 'metadata', 'parameters'];

/** The field that is wrong; `files` for all that is in them. */
export function fieldOf({ at }: RequestError): string {
  return FIELDS.find((field) => at === field || at.startsWith(`${field} `)) ?? 'files';
}

export function wrongWords({ problem, at, message }: RequestError, words: Words): string {
  return words(`verify.wrong.${problem}`, { at: at === '' ? message : at });
}
