/** Why a request cannot be read. */

/**
 * `noSources`: no source code; `language`: not Solidity; `compiler`: no version of a compiler;
 * `sourceMissing`: a file that the metadata name was not given; `tooLarge`: more than is taken;
 * `noInput`: a build-info without the compiler's input; `invalid`: not of the form.
 */
export type RequestProblem =
  'noSources' | 'language' | 'compiler' | 'sourceMissing' | 'tooLarge' | 'noInput' | 'invalid';

export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly problem: RequestProblem;
  /** The field or file that it is about; empty when it is about the whole. */
  readonly at: string;

  constructor(problem: RequestProblem, message: string, at = '') {
    super(message);
    this.problem = problem;
    this.at = at;
  }
}
