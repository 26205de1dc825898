/** What the configuration of a project's tool says of how to compile. It is read as data, never run. */
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { RequestError } from '../request/error.ts';
import { count, flag, MAX_REMAPPINGS, read, text } from '../request/fields.ts';
import { evmVersionSchema, metadataSettingsSchema } from '../request/input.ts';
import { hardhatSays, type UnreadSetting } from './hardhat.ts';
import type { MetadataSettings } from '../request/types.ts';
import type { ProjectForm } from './paths.ts';

/** Null or empty: the file does not say it. */
export interface ProjectSettings {
  /** As it stands there: a version, long or short. */
  readonly compiler: string | null;
  readonly optimize: boolean | null;
  readonly runs: number | null;
  readonly viaIR: boolean | null;
  readonly evmVersion: string | null;
  readonly metadata: MetadataSettings | null;
  readonly remappings: readonly string[];
  /** Folders that hold others' projects. */
  readonly libs: readonly string[];
  /** Settings that stand there but are not understood. */
  readonly unread: readonly UnreadSetting[];
}

export interface ProjectFile {
  readonly path: string;
  readonly form: ProjectForm;
  readonly said: ProjectSettings;
}

const MAX_DEPTH = 16;
const MAX_LIBS = 20;

const SAYS_NOTHING: ProjectSettings = {
  compiler: null,
  optimize: null,
  runs: null,
  viaIR: null,
  evmVersion: null,
  metadata: null,
  remappings: [],
  libs: [],
  unread: [],
};

const remapping = text.regex(/=/);

const profileSchema = z.object({
  solc: text.optional(),
  solc_version: text.optional(),
  optimizer: z.boolean().optional(),
  optimizer_runs: count.optional(),
  via_ir: z.boolean().optional(),
  evm_version: evmVersionSchema,
  bytecode_hash: metadataSettingsSchema.shape.bytecodeHash,
  cbor_metadata: z.boolean().optional(),
  remappings: z.array(remapping).max(MAX_REMAPPINGS).optional(),
  libs: z.array(text).max(MAX_LIBS).optional(),
});

const foundrySchema = z.object({
  profile: z.object({ default: profileSchema.optional() }).optional(),
});

function foundry(toml: string): ProjectSettings {
  const file = read(foundrySchema, parse(toml, { maxDepth: MAX_DEPTH }));
  const profile = file.profile?.default;
  if (profile === undefined) return SAYS_NOTHING;
  const { bytecode_hash: bytecodeHash, cbor_metadata: appendCBOR } = profile;
  return {
    ...SAYS_NOTHING,
    compiler: profile.solc ?? profile.solc_version ?? null,
    optimize: profile.optimizer ?? null,
    runs: profile.optimizer_runs ?? null,
    viaIR: profile.via_ir ?? null,
    evmVersion: profile.evm_version,
    metadata:
      bytecodeHash === undefined && appendCBOR === undefined ? null : { bytecodeHash, appendCBOR },
    remappings: profile.remappings ?? [],
    libs: profile.libs ?? ['lib'],
  };
}

function remappings(lines: string): ProjectSettings {
  const given = lines.split('\n').map((line) => line.trim());
  return {
    ...SAYS_NOTHING,
    remappings: read(
      z.array(remapping).max(MAX_REMAPPINGS),
      given.filter((line) => line !== '' && !line.startsWith('#')),
    ),
  };
}

const solidity = z.object({
  version: text,
  settings: z
    .object({
      optimizer: z.object({ enabled: flag.optional(), runs: count.optional() }).optional(),
      viaIR: flag.optional(),
      evmVersion: evmVersionSchema,
      metadata: metadataSettingsSchema.optional(),
      remappings: z.array(remapping).max(MAX_REMAPPINGS).optional(),
    })
    .optional(),
});

/** The one compiler of a configuration: given as a version, as itself, in a list, in a profile. */
const hardhatSchema = z.object({
  solidity: z.union([
    text.transform((version) => ({ version, settings: undefined })),
    solidity,
    z.object({ compilers: z.tuple([solidity]) }).transform(({ compilers }) => compilers[0]),
    z.object({ profiles: z.object({ default: solidity }) }).transform((s) => s.profiles.default),
  ]),
});

function hardhat(json: string): ProjectSettings {
  const { solidity: found } = read(hardhatSchema, JSON.parse(json));
  const { version, settings } = found;
  return {
    ...SAYS_NOTHING,
    compiler: version,
    optimize: settings?.optimizer?.enabled ?? null,
    runs: settings?.optimizer?.runs ?? null,
    viaIR: settings?.viaIR ?? null,
    evmVersion: settings?.evmVersion ?? null,
    metadata: settings?.metadata ?? null,
    remappings: settings?.remappings ?? [],
  };
}

const READERS: Readonly<Record<ProjectForm, (text: string) => ProjectSettings>> = {
  foundry,
  remappings,
  hardhat,
  hardhatProgram: (program) => ({ ...SAYS_NOTHING, ...hardhatSays(program) }),
};

/** What a file of at most `MAX_PROJECT_BYTES` says; null for one that is not of its form. */
export function readProject(form: ProjectForm, content: string): ProjectSettings | null {
  try {
    return READERS[form](content);
  } catch (error) {
    if (error instanceof RequestError || error instanceof TomlError || error instanceof SyntaxError)
      return null;
    throw error;
  }
}
