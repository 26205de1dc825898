/**
 * Statements that differ in nothing but their values. Kysely builds and compiles one anew for each
 * execution, which costs this process about as much as sending it and reading its answer.
 */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely';
import type { Database } from './schema.ts';

/** Where the values of a statement stand, by their names. */
export type Places<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** Stands among the parameters until there is a value. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Whole numbers that are the same each time stand in the text. For a parameter the server assumes any
 * number (of `limit`, a tenth of the rows): it would take the plan for all values for the dearer one,
 * and plan anew for each execution, which costs several times what executing it does.
 */
class Compiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (Number.isSafeInteger(value) && Number(value) >= 0) this.appendImmediateValue(value);
    else super.appendValue(value);
  }
}

/** Asks nothing; both homes of the database read the same text. */
const BUILDER = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  },
});

function placesOf<Values>(valueOf: (name: string) => unknown): Places<Values> {
  const get = (_: object, name: string | symbol) => sql`${valueOf(String(name))}`;
  return new Proxy({}, { get }) as Places<Values>;
}

/**
 * A statement that is built and compiled when it is first asked. What `build` does depends on
 * nothing but its arguments; `.compile()` ends it.
 */
export function statement<Values extends Readonly<Record<string, unknown>>, Row>(
  build: (db: Kysely<Database>, places: Places<Values>) => CompiledQuery<Row>,
): (db: Kysely<Database>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  const filled = (values: Values): CompiledQuery<Row> => {
    compiled ??= build(
      BUILDER,
      placesOf((name) => new Placeholder(name)),
    );
    const parameters = compiled.parameters.map((given) =>
      given instanceof Placeholder ? values[given.name] : given,
    );
    return { ...compiled, parameters };
  };
  return async (db, values) => {
    // Plugins see statements as they are built.
    const hasPlugins = db.getExecutor().plugins.length > 0;
    const query = hasPlugins
      ? build(
          db,
          placesOf((name) => values[name]),
        )
      : filled(values);
    const { rows } = await db.executeQuery<Row>(query);
    return rows;
  };
}
