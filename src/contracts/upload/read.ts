/** What files that were handed in turn into: sources, and files that hold settings. */
import { isFields } from '#filecoin/encoding/json.ts';
import { MAX_FILES, MAX_SOURCE_BYTES, MAX_SOURCES_BYTES } from '../request/fields.ts';
import { fileKind, PROJECT_FORMS, projectForm, type ProjectForm } from './paths.ts';
import type { ProjectFile, ProjectSettings } from './project.ts';

export interface GivenFile {
  /** Cleaned (`cleanPath`). */
  readonly path: string;
  readonly text: string;
}

/** A file that says how to compile: its own JSON, parsed. */
export interface SettingsFile {
  readonly path: string;
  readonly form: 'metadata' | 'buildInfo' | 'standard';
  readonly json: unknown;
}

/**
 * Why a file is not taken. `secondMetadata`: there is another metadata.json; `badJson`: no JSON;
 * `unknownJson`: none that is known; `unknownKind`: neither a source nor settings; `vyper`: another
 * language; `badPath`: a name that leads out of its folder; `tooLarge`, `tooMany`: more than is taken;
 * `unreadable`: the browser could not read it; `notText`: bytes that are no UTF-8;
 * `badArchive`: an archive that cannot be read; `secondProject`: there is another such file;
 * `badProject`: a configuration that is not of its form.
 */
export type FileProblem =
  | 'secondMetadata'
  | 'badJson'
  | 'unknownJson'
  | 'unknownKind'
  | 'vyper'
  | 'badPath'
  | 'tooLarge'
  | 'tooMany'
  | 'unreadable'
  | 'notText'
  | 'badArchive'
  | 'secondProject'
  | 'badProject';

export interface WrongFile {
  readonly path: string;
  readonly problem: FileProblem;
}

export interface Upload {
  /** By name, in the order in which they came. */
  readonly sources: ReadonlyMap<string, string>;
  /** Metadata first, then build-infos, then compilers' inputs: what says most comes first. */
  readonly settings: readonly SettingsFile[];
  /** Of each form one at most, in the order of `PROJECT_FORMS`. */
  readonly project: readonly ProjectFile[];
  readonly wrong: readonly WrongFile[];
}

export const NOTHING: Upload = { sources: new Map(), settings: [], project: [], wrong: [] };

/** Longest JSON file: a build-info holds all that was compiled, too. */
export const MAX_JSON_BYTES = 64 * 1024 * 1024;
/** Longest configuration of a project. */
export const MAX_PROJECT_BYTES = 256 * 1024;

/** Reads a configuration (`project.ts`, which comes with the first one). */
export type ReadProject = (form: ProjectForm, text: string) => ProjectSettings | null;

/** Which form a JSON has; null for one that says nothing of how to compile. */
function settingsForm(json: unknown): SettingsFile['form'] | null {
  if (!isFields(json)) return null;
  const { input, sources, settings, compiler, output } = json;
  if (isFields(settings) && 'compilationTarget' in settings && isFields(compiler))
    return 'metadata';
  if (isFields(compiler) && isFields(output) && isFields(sources)) return 'metadata';
  if ('solcVersion' in json || 'solcLongVersion' in json || 'source_id_to_path' in json)
    return 'buildInfo';
  if (isFields(input) && isFields(input['sources'])) return 'buildInfo';
  return isFields(sources) && ('language' in json || 'settings' in json) ? 'standard' : null;
}

const WORTH: readonly SettingsFile['form'][] = ['metadata', 'buildInfo', 'standard'];

const utf8 = new TextEncoder();

/** Adds files to what was handed in before; one of the same name takes the other's place. */
export function addFiles(
  before: Upload,
  files: readonly GivenFile[],
  readProject: ReadProject = () => null,
): Upload {
  const sources = new Map(before.sources);
  let settings = [...before.settings];
  let project = [...before.project];
  const wrong: WrongFile[] = [];
  let bytes = 0;
  for (const text of sources.values()) bytes += text.length;
  for (const { path, text } of files) {
    const refuse = (problem: FileProblem) => wrong.push({ path, problem });
    const kind = fileKind(path);
    if (kind === 'source') {
      const size = text.length > MAX_SOURCE_BYTES ? text.length : utf8.encode(text).length;
      bytes += size;
      if (size > MAX_SOURCE_BYTES || bytes > MAX_SOURCES_BYTES) refuse('tooLarge');
      else if (sources.size >= MAX_FILES && !sources.has(path)) refuse('tooMany');
      else sources.set(path, text);
    } else if (kind === 'json') {
      const json = jsonOf(text);
      const form = settingsForm(json);
      const others = settings.filter((file) => file.path !== path);
      if (json === undefined) refuse('badJson');
      else if (form === null) refuse('unknownJson');
      else if (form === 'metadata' && others.some((file) => file.form === 'metadata'))
        refuse('secondMetadata');
      else settings = [...others, { path, form, json }];
    } else if (kind === 'project') {
      const form = projectForm(path);
      const others = project.filter((file) => file.path !== path);
      const said = text.length > MAX_PROJECT_BYTES ? null : readProject(form, text);
      if (text.length > MAX_PROJECT_BYTES) refuse('tooLarge');
      else if (others.some((file) => file.form === form)) refuse('secondProject');
      else if (said === null) refuse('badProject');
      else project = [...others, { path, form, said }];
    } else refuse(kind === 'vyper' ? 'vyper' : 'unknownKind');
  }
  settings.sort((a, b) => WORTH.indexOf(a.form) - WORTH.indexOf(b.form));
  project.sort((a, b) => PROJECT_FORMS.indexOf(a.form) - PROJECT_FORMS.indexOf(b.form));
  return { sources, settings, project, wrong };
}

export function removeFile(upload: Upload, path: string): Upload {
  return {
    sources: new Map([...upload.sources].filter(([name]) => name !== path)),
    settings: upload.settings.filter((file) => file.path !== path),
    project: upload.project.filter((file) => file.path !== path),
    wrong: upload.wrong.filter((file) => file.path !== path),
  };
}

/** Undefined for a text that is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
