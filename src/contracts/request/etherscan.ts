/** Etherscan's form `module=contract&action=verifysourcecode`, as Foundry and Hardhat send it. */
import { z } from 'zod';
import { RequestError, SAID } from './error.ts';
import { constructorArguments, count, flag, MAX_LIBRARIES, read, text } from './fields.ts';
import { identifier, targetOf } from './identifier.ts';
import { evmVersionSchema, librariesSchema, parseStandardInput, sourcesOf } from './input.ts';
import { LICENSES } from './licenses.ts';
import type { AddressedRequest, Libraries, StandardInput, Target } from './types.ts';
import { compilerVersion } from './version.ts';

const DEFAULT_RUNS = 200;
/** Longest `sourceCode`: a standard JSON input with all its escapes. */
const MAX_SOURCE_CODE = 24 * 1024 * 1024;

const formSchema = z.looseObject({
  contractaddress: z.string().max(200),
  sourceCode: z.string().max(MAX_SOURCE_CODE),
  codeformat: text.optional(),
  contractname: identifier.optional(),
  compilerversion: text,
  optimizationUsed: flag.optional(),
  runs: z.union([count, z.literal('')]).optional(),
  constructorArguements: constructorArguments,
  constructorArguments,
  evmversion: evmVersionSchema,
  /** Foundry’s, beside a single file. */
  viaIR: flag.optional(),
  licenseType: z.union([text, z.int()]).optional(),
});

type Form = z.infer<typeof formSchema>;

/** `libraryname1`, `libraryaddress1` … to 10; a name may have its file before it. */
function librariesOf(form: Form): Libraries {
  const files = new Map<string, Map<string, string>>();
  for (let i = 1; i <= MAX_LIBRARIES; i++) {
    const library = form[`libraryname${String(i)}`];
    const address = form[`libraryaddress${String(i)}`];
    if (typeof library !== 'string' || library === '' || typeof address !== 'string') continue;
    const { file, name } = targetOf(library);
    const libraries = files.get(file ?? '') ?? new Map<string, string>();
    libraries.set(name ?? '', address);
    files.set(file ?? '', libraries);
  }
  return read(
    librariesSchema,
    Object.fromEntries([...files].map(([file, names]) => [file, Object.fromEntries(names)])),
  );
}

function singleFile(form: Form, target: Target): StandardInput {
  const libraries = librariesOf(form);
  const file = target.file ?? `${target.name ?? 'contract'}.sol`;
  const anywhere = libraries.get('');
  const files = new Map(libraries);
  if (anywhere) {
    files.delete('');
    files.set(file, new Map([...anywhere, ...(files.get(file) ?? [])]));
  }
  return {
    sources: sourcesOf(Object.fromEntries([[file, form.sourceCode]])),
    settings: {
      optimizer: {
        enabled: form.optimizationUsed ?? false,
        runs: typeof form.runs === 'number' ? form.runs : DEFAULT_RUNS,
      },
      evmVersion: form.evmversion,
      viaIR: form.viaIR ?? false,
      libraries: files,
      remappings: [],
      metadata: null,
      revertStrings: null,
    },
  };
}

/** A standard JSON input in its text, which tools also put into a second pair of braces. */
function standardJson(code: string): StandardInput {
  const trimmed = code.trim();
  const bare = trimmed.startsWith('{{') && trimmed.endsWith('}}') ? trimmed.slice(1, -1) : trimmed;
  try {
    return parseStandardInput(JSON.parse(bare));
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError('invalid', SAID.notJson, 'sourceCode');
  }
}

function licenseOf(given: string | number | undefined): string | null {
  if (given === undefined || given === '') return null;
  return LICENSES[Number(given) - 1] ?? (typeof given === 'string' ? given : null);
}

/**
 * The fields of the form, all texts. Empty constructor arguments are none given.
 * @throws RequestError, `language` for Vyper
 */
export function parseEtherscanForm(given: unknown): AddressedRequest {
  const form = read(formSchema, given);
  const format = form.codeformat ?? 'solidity-single-file';
  if (format.startsWith('vyper') || form.compilerversion.startsWith('vyper'))
    throw new RequestError('language', SAID.onlySolidity, format);
  if (format !== 'solidity-single-file' && format !== 'solidity-standard-json-input')
    throw new RequestError('invalid', SAID.codeformat, 'codeformat');
  if (form.sourceCode.trim() === '')
    throw new RequestError('noSources', SAID.noSources, 'sourceCode');
  const compiler = compilerVersion(form.compilerversion);
  const target = form.contractname ?? targetOf('');
  return {
    address: form.contractaddress,
    request: {
      compiler,
      input:
        format === 'solidity-single-file'
          ? singleFile(form, target)
          : standardJson(form.sourceCode),
      target,
      constructorArguments: form.constructorArguements ?? form.constructorArguments,
      license: licenseOf(form.licenseType),
    },
  };
}
