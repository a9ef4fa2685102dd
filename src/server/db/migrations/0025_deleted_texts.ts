import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. What was deleted leaves no words in the index of messages:
 * FTS5 takes the words of a message out of its pages only where it is told which they were, and it is only told so by the
 * program. The triggers do the rest, that nothing deleted is found.
 */

const sqlite: string[] = [
  'drop trigger search_messages_deleted',
  'drop trigger search_messages_gone',
  'alter table search_message_words rename to search_message_words_before',
  `create virtual table search_message_words using fts5(
    words, content = '', prefix = '11 12',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
  )`,
  `insert into search_message_words (search_message_words, rank) values ('secure-delete', 1)`,
  `create virtual table temp.words_before using fts5vocab (main, search_message_words_before, instance)`,
  `with said as materialized (select doc, group_concat(term, ' ' order by "offset") as words from temp.words_before group by doc)
    insert into search_message_words (rowid, words)
    select number, coalesce(said.words, '') from search_messages left join said on said.doc = number order by number`,
  'drop table temp.words_before',
  'drop table search_message_words_before',
  `create trigger search_messages_deleted after update of deleted_at on messages when new.deleted_at is not null begin
    delete from search_messages where message_id = old.id;
  end`,
  `create trigger search_messages_gone after delete on messages begin
    delete from search_messages where message_id = old.id;
  end`,
]

/** Contents that nothing names since their message was deleted: they do not wait for the next sweep. */
const both = [`create index files_dropped on files (sha256) where created_at = ''`]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of [...{ sqlite, postgres: [] }[dialect], ...both]) await sql.raw(statement).execute(db)
}
