/**
 * What can be asked of the index, each declared once: where it stands in the API, what it takes, what
 * it answers, and the function that reads it. The explorer's methods, the API's calls, their document,
 * exports and samples follow from the declarations.
 */
import type { Trx } from '#store/store.ts';
import { z } from 'zod';
import type { Calling, View } from './view.ts';
import type { Answer } from './wire.ts';

/** What is known of the world while there is no index. */
export type Bare = Pick<View, 'content' | 'language' | 'now'>;

/** Where the rows of an answer stand; see `Call.rows`. */
export type RowsAt = string | readonly string[];

/** What the API and its document say of a read. */
interface Call<Path extends string> {
  /** Below /api/v1; a part in braces is the parameter of that name. */
  path: Path;
  tag:
    | 'network'
    | 'tipset'
    | 'block'
    | 'message'
    | 'address'
    | 'miner'
    | 'deal'
    | 'token'
    | 'contract'
    | 'name'
    | 'stats'
    | 'ecosystem';
  summary: string;
  /** What a reader has to know beside it. */
  description?: string;
  /**
   * Where the rows stand, for the exports `.csv` and `.ndjson`: a field (`proxy.upgrades`: of a field),
   * '' for the answer itself, or several fields with rows of one shape, one after another.
   */
  rows?: RowsAt;
  /** An answer without a cursor whose continuation stands in another list. */
  continues?: string;
}

/** How an answer is made. */
export interface Work<Asked extends readonly unknown[], T> {
  read(view: View, ...asked: Asked): Promise<T> | T;
  /** In place of `read` where that asks something first that needs no view ({@link begun}). */
  begin?(db: Trx, ...asked: Asked): Promise<Rest<T>>;
  /** The answer where the database needs not be asked: as of the state that the last look was at. */
  known?(calling: Calling, ...asked: Asked): T | undefined;
  /** The answer while there is no index; without it that is refused. */
  empty?(bare: Bare, ...asked: Asked): T;
  /** It changes without a new head, unless the function says otherwise (`View.fresh`). */
  fresh?: true;
}

/** What is left of a read once its first statements are answered. */
export type Rest<T> = (view: View) => Promise<T> | T;

/**
 * A read whose first statements need nothing but what is asked: they are sent with those of the look
 * itself, a round to the database and back earlier than the rest.
 */
export function begun<Asked extends readonly unknown[], First, T>(
  first: (db: Trx, ...asked: Asked) => Promise<First>,
  rest: (view: View, first: First, ...asked: Asked) => Promise<T> | T,
): Required<Pick<Work<Asked, T>, 'read' | 'begin'>> {
  const begin = async (db: Trx, ...asked: Asked): Promise<Rest<T>> => {
    const found = await first(db, ...asked);
    return (view) => rest(view, found, ...asked);
  };
  return { begin, read: async (view, ...asked) => (await begin(view.db, ...asked))(view) };
}

/** Does the work of a read. */
export type Ask = <Asked extends readonly unknown[], T>(
  work: Work<Asked, T>,
  ...asked: Asked
) => Promise<Answer<T>>;

type Given<Params extends z.ZodRawShape> = z.input<z.ZodObject<Params>>;

interface Declared<Path extends string, Params extends z.ZodRawShape, Schema extends z.ZodType>
  extends Call<Path>, Pick<Work<[], z.output<Schema>>, 'empty' | 'fresh'> {
  /** What it takes, the part of its path included (parameters.ts, parts.ts). */
  params: Params;
  /** What goes on the wire. */
  schema: Schema;
  read(
    view: View,
    asked: z.output<z.ZodObject<Params>>,
  ): Promise<z.output<Schema>> | z.output<Schema>;
  begin?(db: Trx, asked: z.output<z.ZodObject<Params>>): Promise<Rest<z.output<Schema>>>;
}

export interface Read<
  Path extends string = string,
  Params extends z.ZodRawShape = z.ZodRawShape,
  Schema extends z.ZodType = z.ZodType,
> extends Declared<Path, Params, Schema> {
  /** The work for what a caller gives; it throws BadInput for what makes no sense. */
  of(given: unknown): Work<[], z.output<Schema>>;
}

/** A read that the API offers. */
export function defineRead<
  const Path extends string,
  Params extends z.ZodRawShape,
  Schema extends z.ZodType,
>(declared: Declared<Path, Params, Schema>): Read<Path, Params, Schema> {
  const params = z.object(declared.params);
  const { read, begin, ...rest } = declared;
  return {
    ...declared,
    of: (given) => ({
      ...rest,
      read: (view) => read(view, params.parse(given)),
      ...(begin && { begin: async (db) => begin(db, params.parse(given)) }),
    }),
  };
}

/** A read that only pages, rooms and tools ask for. */
export const defineInner = <Asked extends readonly unknown[], T>(
  work: Work<Asked, T>,
): Work<Asked, T> => work;

/** Reads by their names; those of one kind may stand together. */
export interface Reads {
  readonly [name: string]: Read | Work<never, unknown> | Reads;
}

/** How a read is called: with the part of its path, if that has one, and the other parameters. */
export type Method<R> =
  R extends Read<infer Path, infer Params, infer Schema>
    ? Path extends `${string}{${infer Part}}${string}`
      ? (
          part: Given<Params>[Part & keyof Given<Params>],
          query?: Omit<Given<Params>, Part>,
        ) => Promise<Answer<z.output<Schema>>>
      : (query?: Given<Params>) => Promise<Answer<z.output<Schema>>>
    : R extends Work<infer Asked, infer T>
      ? (...asked: Asked) => Promise<Answer<T>>
      : { readonly [Name in keyof R]: Method<R[Name]> };

/** Name of the parameter that stands in a path; undefined when there is none. */
export const partOf = (path: string): string | undefined => /\{(\w+)\}/.exec(path)?.[1];

const isRead = (read: Reads[string]): read is Read => 'path' in read;
const isWork = (read: Reads[string]): read is Work<never, unknown> =>
  typeof read.read === 'function';

/** The reads that the API offers. */
export function declaredIn(reads: Reads): Read[] {
  return Object.values(reads).flatMap((read) =>
    isRead(read) ? [read] : isWork(read) ? [] : declaredIn(read),
  );
}

/** `kind.name` of the others. */
export function innerNames(reads: Readonly<Record<string, Reads>>): string[] {
  return Object.entries(reads).flatMap(([kind, of]) =>
    Object.entries(of).flatMap(([name, read]) =>
      !isRead(read) && isWork(read) ? [`${kind}.${name}`] : [],
    ),
  );
}

function methodOf(read: Reads[string], ask: Ask): unknown {
  if (!isRead(read))
    return isWork(read) ? (...asked: never) => ask(read, ...asked) : methodsOf(read, ask);
  const part = partOf(read.path);
  if (part === undefined) return (query: object = {}) => ask(read.of(query));
  return (value: unknown, query: object = {}) => ask(read.of({ ...query, [part]: value }));
}

/** The methods of some reads. */
export function methodsOf<R extends Reads>(reads: R, ask: Ask): Method<R> {
  const methods = Object.entries(reads).map(([name, read]) => [name, methodOf(read, ask)]);
  // The compiler does not follow the names through a list.
  return Object.fromEntries(methods) as Method<R>;
}
