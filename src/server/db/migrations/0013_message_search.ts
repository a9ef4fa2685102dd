import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. How messages are searched, in tables that differ between the
 * two databases like those of 0003. What is deleted leaves the index here, no matter who deletes it. No release has messages without
 * these tables, so there is nothing to fill in.
 */

const sqlite: string[] = [
  // Numbers rise with time, so that the index finds the newest first by itself.
  'create table search_messages (number integer not null primary key, message_id text not null unique) strict',
  // Each word follows the ten characters of its cell: the prefixes are those of one and two letters.
  `create virtual table search_message_words using fts5(
    words, content = '', contentless_delete = 1, prefix = '11 12',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
  )`,
  `create trigger search_messages_deleted after update of deleted_at on messages when new.deleted_at is not null begin
    delete from search_message_words where rowid = (select number from search_messages where message_id = old.id);
    delete from search_messages where message_id = old.id;
  end`,
  `create trigger search_messages_gone after delete on messages begin
    delete from search_message_words where rowid = (select number from search_messages where message_id = old.id);
    delete from search_messages where message_id = old.id;
  end`,
]

const postgres: string[] = [
  `create table search_messages (
    message_id text collate "C" not null primary key references messages (id) on delete cascade,
    words tsvector not null
  )`,
  'create index search_messages_by_word on search_messages using gin (words) with (fastupdate = off)',
  `create function forget_deleted_message() returns trigger language plpgsql as $$ begin
    delete from search_messages where message_id = old.id;
    return null;
  end $$`,
  `create trigger search_messages_deleted after update of deleted_at on messages for each row
    when (new.deleted_at is not null) execute function forget_deleted_message()`,
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of { sqlite, postgres }[dialect]) await sql.raw(statement).execute(db)
}
