import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. Counting documents takes longer the more there are, and
 * every list and tree shows counts; so the database itself keeps how many living ones stand in each category, no matter who
 * writes. The empty text stands for Uncategorized, because a primary key holds no null.
 */

const start = `insert into document_counts (category_id, count)
  select coalesce(category_id, ''), count(*) from documents where deleted_at is null group by 1`

const sqlite: string[] = [
  'create table document_counts (category_id text not null primary key, count integer not null check (count >= 0)) strict',
  start,
  `create trigger document_counts_new after insert on documents when new.deleted_at is null begin
    insert into document_counts (category_id, count) values (coalesce(new.category_id, ''), 1)
      on conflict (category_id) do update set count = count + 1;
  end`,
  `create trigger document_counts_gone after delete on documents when old.deleted_at is null begin
    update document_counts set count = count - 1 where category_id = coalesce(old.category_id, '');
  end`,
  `create trigger document_counts_changed after update of category_id, deleted_at on documents
    when old.category_id is not new.category_id or (old.deleted_at is null) <> (new.deleted_at is null) begin
    update document_counts set count = count - 1 where category_id = coalesce(old.category_id, '') and old.deleted_at is null;
    insert into document_counts (category_id, count) select coalesce(new.category_id, ''), 1 where new.deleted_at is null
      on conflict (category_id) do update set count = count + 1;
  end`,
]

const postgres: string[] = [
  'create table document_counts (category_id text collate "C" not null primary key, count integer not null check (count >= 0))',
  start,
  `create function count_documents() returns trigger language plpgsql as $$ begin
    if TG_OP <> 'INSERT' then
      update document_counts set count = count - 1 where category_id = coalesce(old.category_id, '') and old.deleted_at is null;
    end if;
    if TG_OP <> 'DELETE' then
      insert into document_counts as known (category_id, count) select coalesce(new.category_id, ''), 1 where new.deleted_at is null
        on conflict (category_id) do update set count = known.count + 1;
    end if;
    return null;
  end $$`,
  `create trigger document_counts_moved after update of category_id, deleted_at on documents for each row
    when (old.category_id is distinct from new.category_id or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function count_documents()`,
  'create trigger document_counts_changed after insert or delete on documents for each row execute function count_documents()',
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of { sqlite, postgres }[dialect]) await sql.raw(statement).execute(db)
}
