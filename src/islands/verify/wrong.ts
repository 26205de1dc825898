/** What is wrong with a request before it is sent: where, and in the reader's words. */
import { RequestError } from '#contracts/request/error.ts';
import type { Words } from './words.ts';

/** Fields of the form by the names that parsers give them. */
const FIELDS = [
  'compilerVersion',
  'licenseType',
  'optimizeRuns',
  'optimizerDetails',
  'libraries',
  'remappings',
  'metadata',
  'parameters',
];

/** The field that is wrong; `files` for all that is in them. */
export function fieldOf({ at }: RequestError): string {
  return FIELDS.find((field) => at === field || at.startsWith(`${field} `)) ?? 'files';
}

export function wrongWords({ problem, at, message }: RequestError, words: Words): string {
  if (at === 'compilerVersion') return words('verify.compilerWrong');
  if (at === 'licenseType') return words('verify.licenseWrong');
  if (at === 'optimizeRuns') return words('verify.runsWrong');
  return words(`verify.wrong.${problem}`, { at: at === '' ? message : at });
}

/** What has to be chosen where no file tells it. @throws RequestError that names the field */
export function requireChosen(compiler: string, license: string): void {
  if (compiler === '') throw new RequestError('compiler', 'no compiler', 'compilerVersion');
  if (license === '') throw new RequestError('invalid', 'no licence', 'licenseType');
}
