/** Explanations in English, for programs' answers; pages word causes in the reader's language. */
import type { ToldMatch } from './compare.ts';
import type { Cause, Explanation } from './explain.ts';

const EVM = {
  byzantium: 'before constantinople',
  constantinople: 'constantinople to paris',
  shanghai: 'shanghai',
  cancun: 'cancun or later',
} as const;

/** A cause, and what to try. */
export function causeText(cause: Cause): string {
  switch (cause.kind) {
    case 'nothingCompiled':
      return 'The sources have interfaces and abstract contracts only: add the file of the contract.';
    case 'noSuchContract':
      return 'The sources have no contract of that name that can be deployed: abstract ones and interfaces cannot.';
    case 'otherContract':
      if (cause.address === undefined)
        return `The contract is ${cause.name} of ${cause.file}: name that one.`;
      return behindText(cause.address, cause);
    case 'proxy':
      return cause.name === null
        ? `The contract is a proxy of ${cause.address}, which is not verified.`
        : `The contract is a proxy of ${cause.address}, which is verified as ${cause.name}.`;
    case 'constructorArguments':
      return cause.fault === 'notAsGiven'
        ? 'The constructor was given other arguments: leave them out to take those of the chain.'
        : "What stands behind the code is not the encoding of the constructor's arguments.";
    case 'library':
      return cause.address === null
        ? `The code has several addresses for the library ${cause.name}.`
        : `The code has the library ${cause.name} at ${cause.address}: give that address.`;
    case 'compilerVersion':
      return cause.chain === null
        ? 'The code was compiled by a version before 0.5.9: choose that one.'
        : `The code was compiled by version ${cause.chain}: choose that one.`;
    case 'metadataHash':
      return cause.chain === 'absent'
        ? 'The code has no metadata behind it: set metadata.appendCBOR to false.'
        : `The code has its metadata hashed otherwise: set metadata.bytecodeHash to ${cause.chain}.`;
    case 'evmVersion':
      return `The code is of another EVM version: try ${EVM[cause.chain]}.`;
    case 'viaIR':
      return `The code was compiled ${cause.chain ? 'by' : 'without'} the IR pipeline: set viaIR to ${String(cause.chain)}.`;
    case 'optimizer':
      return `The code was compiled ${cause.chain ? 'with' : 'without'} the optimizer: switch it ${cause.chain ? 'on' : 'off'}.`;
    case 'runs':
      return "The optimizer's runs may be others.";
    case 'immutable':
      return 'The code has several values for one immutable.';
    case 'source':
      if (cause.facets !== undefined)
        return `The contract is a diamond: the sources were not found to be those of its facets either (${String(cause.facets)} were looked at), and nothing was verified.`;
      return cause.address === undefined
        ? 'The sources may be another version of the contract.'
        : `The contract is a proxy of ${cause.address}: the sources were not found to be that implementation's either, and nothing was verified.`;
  }
}

function behindText(
  address: string,
  { file, name, role, now }: Extract<Cause, { kind: 'otherContract' }>,
): string {
  const [whole, part] = role === 'facet' ? ['diamond', 'facet'] : ['proxy', 'implementation'];
  return now === true
    ? `The ${part} ${address} was verified behind the ${whole}, as ${name} of ${file}; the ${whole} itself was not verified by this request.`
    : `The ${part} ${address} behind the ${whole} was verified before, as ${name} of ${file}; these sources are not the ${whole}'s own.`;
}

/** How a verified source matches. */
export function matchText({ kind, by }: ToldMatch): string {
  const text =
    kind === 'full'
      ? 'Full match: the code and the hash of its metadata are those of the chain.'
      : 'Partial match: the code is that of the chain; names of files, comments or other metadata may differ.';
  return by === 'creation'
    ? text
    : `${text} It was compared with the runtime code, as the creation code is not known.`;
}

/** The likeliest causes first, then where the codes part. */
export function explanationText({ nearest, difference, causes }: Explanation): string {
  const parts = causes.map(causeText);
  if (nearest && difference)
    parts.push(`${nearest.name} differs first at byte ${String(difference.offset)}.`);
  return parts.join(' ');
}
