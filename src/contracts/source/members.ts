/** What an ABI offers, with what its source says of it (NatSpec), made ready for a page. */
import { z } from 'zod';
import { cleanText } from '#filecoin/encoding/text.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import { to0x } from '#filecoin/encoding/bytes.ts';
import { seenName } from './hidden.ts';

export interface Parameter {
  /** Empty when it has none. */
  readonly name: string;
  /** As it is written: tuples by their fields’ types. */
  readonly type: string;
  /** Of an event. */
  readonly indexed: boolean;
  /** What the source says of it; null for nothing. */
  readonly text: string | null;
}

export type MemberKind = 'read' | 'write' | 'event' | 'error' | 'constructor' | 'other';

export interface Member {
  readonly kind: MemberKind;
  /** `fallback` and `receive` by these words. */
  readonly name: string;
  /** `transfer(address,uint256)`. */
  readonly signature: string;
  /** Selector of a function or error, topic of an event; null for the others. */
  readonly hash: string | null;
  readonly payable: boolean;
  readonly inputs: readonly Parameter[];
  readonly outputs: readonly Parameter[];
  /** What it is, for users; what else, for developers. */
  readonly notice: string | null;
  readonly details: string | null;
}

/** What a source says of a contract as a whole. */
export interface ContractWords {
  readonly title: string | null;
  readonly author: string | null;
  readonly notice: string | null;
  readonly details: string | null;
}

/** Members of one contract that are told. */
const MAX_MEMBERS = 2000;
const MAX_PARAMETERS = 64;
const MAX_TEXT = 1000;
const MAX_TYPE = 400;

interface JsonParameter {
  readonly name?: string | undefined;
  readonly type: string;
  readonly indexed?: boolean | undefined;
  readonly components?: readonly JsonParameter[] | undefined;
}

const parameterSchema: z.ZodType<JsonParameter> = z.object({
  name: z.string().optional(),
  type: z.string(),
  indexed: z.boolean().optional(),
  get components() {
    return z.array(parameterSchema).optional();
  },
});
const memberSchema = z.object({
  type: z.enum(['function', 'event', 'error', 'constructor', 'fallback', 'receive']),
  name: z.string().optional(),
  inputs: z.array(parameterSchema).default([]),
  outputs: z.array(parameterSchema).default([]),
  stateMutability: z.string().optional(),
  // Before the compiler 0.4.16.
  constant: z.boolean().optional(),
  payable: z.boolean().optional(),
  anonymous: z.boolean().optional(),
});
type JsonMember = z.infer<typeof memberSchema>;

const textSchema = z.string().optional().catch(undefined);
const textsSchema = z.record(z.string(), textSchema).optional().catch(undefined);
const wordsSchema = z.object({
  notice: textSchema,
  details: textSchema,
  params: textsSchema,
  returns: textsSchema,
});
type Words = z.infer<typeof wordsSchema>;
/** Of errors there is a list for each; a constructor’s words may be a bare text. */
const membersSchema = z
  .record(
    z.string(),
    z
      .union([wordsSchema, z.array(wordsSchema).transform((all) => all[0])])
      .optional()
      .catch(undefined),
  )
  .optional()
  .catch(undefined);
const docSchema = z.object({
  title: textSchema,
  author: textSchema,
  notice: textSchema,
  details: textSchema,
  methods: membersSchema,
  events: membersSchema,
  errors: membersSchema,
});
const docsSchema = z.object({
  userdoc: docSchema.nullable().catch(null),
  devdoc: docSchema.nullable().catch(null),
});
type Docs = z.infer<typeof docsSchema>;

function parsed(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function docsOf(json: string | null): Docs {
  const read = docsSchema.safeParse(parsed(json));
  return read.success ? read.data : { userdoc: null, devdoc: null };
}

const said = (text: string | undefined): string | null => {
  const clean = text === undefined ? '' : seenName(text, MAX_TEXT).trim();
  return clean === '' ? null : clean;
};

/** What a source says of the whole contract. `docs`: JSON `{userdoc, devdoc}`. */
export function contractWords(docs: string | null): ContractWords {
  const { userdoc, devdoc } = docsOf(docs);
  return {
    title: said(devdoc?.title),
    author: said(devdoc?.author),
    notice: said(userdoc?.notice),
    details: said(devdoc?.details),
  };
}

function typeText({ type, components = [] }: JsonParameter): string {
  if (!type.startsWith('tuple')) return type;
  return `(${components.map(typeText).join(',')})${type.slice('tuple'.length)}`;
}

function kindOf({ type, stateMutability, constant }: JsonMember): MemberKind {
  if (type === 'event' || type === 'error' || type === 'constructor') return type;
  if (type !== 'function') return 'other';
  const reads = stateMutability === 'view' || stateMutability === 'pure' || constant === true;
  return reads ? 'read' : 'write';
}

function hashOf(kind: MemberKind, signature: string): string | null {
  if (kind === 'event') return to0x(keccakOfText(signature));
  const called = kind === 'read' || kind === 'write' || kind === 'error';
  return called ? to0x(keccakOfText(signature).subarray(0, 4)) : null;
}

const WHERE = { event: 'events', error: 'errors' } as const;

function wordsOf(doc: Docs['devdoc'], kind: MemberKind, signature: string): Words | undefined {
  const group = kind === 'event' || kind === 'error' ? WHERE[kind] : 'methods';
  const all = doc?.[group];
  return all !== undefined && Object.hasOwn(all, signature) ? all[signature] : undefined;
}

function memberOf(entry: JsonMember, { userdoc, devdoc }: Docs): Member {
  const kind = kindOf(entry);
  const name = cleanText(entry.name ?? entry.type, MAX_TYPE);
  const signature = signatureOf(entry);
  // The documents call a constructor by its name alone.
  const key = kind === 'constructor' ? 'constructor' : signature;
  const forUsers = wordsOf(userdoc, kind, key);
  const forMakers = wordsOf(devdoc, kind, key);
  const parameters = (
    list: readonly JsonParameter[],
    texts: Words['params'],
    nameless: (index: number) => string,
  ): Parameter[] =>
    list.slice(0, MAX_PARAMETERS).map((each, index) => {
      const own = each.name === undefined || each.name === '' ? nameless(index) : each.name;
      const text = texts !== undefined && Object.hasOwn(texts, own) ? texts[own] : undefined;
      return {
        name: cleanText(each.name ?? '', MAX_TYPE),
        type: cleanText(typeText(each), MAX_TYPE),
        indexed: each.indexed === true,
        text: said(text),
      };
    });
  return {
    kind,
    name,
    signature: cleanText(signature, 2 * MAX_TYPE),
    hash: entry.anonymous === true ? null : hashOf(kind, signature),
    payable: entry.stateMutability === 'payable' || entry.payable === true,
    inputs: parameters(entry.inputs, forMakers?.params, () => ''),
    outputs: parameters(entry.outputs, forMakers?.returns, (index) => `_${index}`),
    notice: said(forUsers?.notice),
    details: said(forMakers?.details),
  };
}

const signatureOf = (entry: JsonMember): string =>
  `${entry.name ?? entry.type}(${entry.inputs.map(typeText).join(',')})`;

/** What one entry of an ABI is called, `transfer(address,uint256)`; null for what is no entry. */
export function entryName(entry: unknown): string | null {
  const read = memberSchema.safeParse(entry);
  return read.success ? cleanText(signatureOf(read.data), MAX_TYPE) : null;
}

/**
 * Members of an ABI in its order, as far as they can be read. Both are JSON as text; `docs` is
 * `{userdoc, devdoc}` as the compiler gives them.
 */
export function membersOf(abi: string | null, docs: string | null): readonly Member[] {
  const list = parsed(abi);
  if (!Array.isArray(list)) return [];
  const words = docsOf(docs);
  return list.slice(0, MAX_MEMBERS).flatMap((entry: unknown) => {
    const read = memberSchema.safeParse(entry);
    return read.success ? [memberOf(read.data, words)] : [];
  });
}
