/** What is wrong with a request before it is sent: where, and in the reader's words. */
import { RequestError, SAID } from '#contracts/request/error.ts';
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
  'terms',
];

/** The field that is wrong; `files` for all that is in them. */
export function fieldOf({ at }: RequestError): string {
  return FIELDS.find((field) => at === field || at.startsWith(`${field} `)) ?? 'files';
}

export function wrongWords({ problem, at, message }: RequestError, words: Words): string {
  if (at === 'compilerVersion') return words('verify.compilerWrong');
  if (at === 'licenseType') return words('verify.licenseWrong');
  if (at === 'optimizeRuns') return words('verify.runsWrong');
  if (at === 'terms') return words('verify.termsWrong');
  return words(`verify.wrong.${problem}`, { at: at === '' ? message : at });
}

/** What the reader has to choose before anything is sent. */
interface Chosen {
  /** Empty where no file tells it and none was chosen. */
  readonly compiler: string;
  readonly license: string;
  readonly agreed: boolean;
}

/** @throws RequestError that names the field where something is left to be chosen */
export function requireChosen({ compiler, license, agreed }: Chosen): void {
  if (compiler === '') throw new RequestError('compiler', SAID.noCompiler, 'compilerVersion');
  if (license === '') throw new RequestError('invalid', SAID.noLicense, 'licenseType');
  if (!agreed) throw new RequestError('invalid', SAID.notAgreed, 'terms');
}
