/** Why a request cannot be read. */
import type { z } from 'zod';

/**
 * `noSources`: no source code; `language`: not Solidity; `compiler`: no version of a compiler;
 * `sourceMissing`: a file that the metadata name was not given; `tooLarge`: more than is taken;
 * `noInput`: a build-info without the compiler's input; `invalid`: not of the form.
 */
export type RequestProblem =
  'noSources' | 'language' | 'compiler' | 'sourceMissing' | 'tooLarge' | 'noInput' | 'invalid';

/** What parsers say of it in English; `errors.request` of the dictionaries says it to readers. */
export const SAID = {
  notJson: 'not JSON',
  noObject: 'an object is expected',
  tooManyEntries: 'too many entries',
  tooLong: 'too long',
  nameTooLong: 'a name is too long',
  controls: 'control characters are not taken',
  noAddress: 'not an address',
  noHex: 'not hex',
  tooManyLibraries: 'more than 10 libraries',
  libraryName: 'a library needs a name of its own',
  noSources: 'no source code was given',
  noContent: 'a file has no content',
  nul: 'a file has a NUL in it',
  sourcesTooLarge: 'the sources are too large',
  onlySolidity: 'only Solidity is verified',
  noForm: 'no form that is known',
  codeformat: 'unknown codeformat',
  noInput: "the build-info lacks the compiler's input",
  noVersion: "the build-info lacks the compiler's version",
  badVersion: 'not a version of the compiler',
  shortVersion: 'the version lacks its commit',
  fileNotGiven: 'a file of the metadata was not given',
  metadataTooLong: 'the metadata are too long',
  metadataNotJson: 'the metadata are not JSON',
  noCompiler: 'no compiler',
  noLicense: 'no licence',
  notAgreed: 'the terms are not agreed to',
} as const;

/** A sentence of our own, or what a schema found, which words it in English. */
export type Said = (typeof SAID)[keyof typeof SAID] | z.core.$ZodIssue;

export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly problem: RequestProblem;
  /** The field or file that it is about; empty when it is about the whole. */
  readonly at: string;

  /** The message as it was made: it may be worded in another language. */
  readonly said: Said;

  constructor(problem: RequestProblem, said: Said, at = '') {
    super(typeof said === 'string' ? said : said.message);
    this.problem = problem;
    this.said = said;
    this.at = at;
  }
}
