import { sql, type Kysely } from 'kysely';
import { OTHER_TABLES, packImages, splitImages, unpackImages } from '../undo.ts';

interface Undo {
  undo: { height: number; part: string; doc: Uint8Array };
}

/** More tables have documents of their own in the undo log, read by part: ../undo.ts. */
export async function up(db: Kysely<Undo>): Promise<void> {
  await sql`alter table undo drop constraint undo_pkey, add primary key (part, height)`.execute(db);
  await sql`create index undo_by_height on undo (height)`.execute(db);
  const others = db.selectFrom('undo').select('height').where('part', '=', OTHER_TABLES);
  for (const { height } of await others.execute()) {
    const own = db.selectFrom('undo').select('doc').where('height', '=', height);
    const { doc } = await own.where('part', '=', OTHER_TABLES).executeTakeFirstOrThrow();
    await db
      .deleteFrom('undo')
      .where('height', '=', height)
      .where('part', '=', OTHER_TABLES)
      .execute();
    const rows = [...splitImages(unpackImages(doc))];
    await db
      .insertInto('undo')
      .values(rows.map(([part, images]) => ({ height, part, doc: packImages(images) })))
      .execute();
  }
}
