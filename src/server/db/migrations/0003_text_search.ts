import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. How texts are searched is the one thing in which the two
 * databases differ, so their tables do too; the names of all of these begin with `search_`. Words are cut and folded by us, the
 * same for both: PostgreSQL's own parser takes Hindi apart, and so does SQLite's unless it is told which characters
 * make up a word.
 */

const sqlite: string[] = [
  // A page is known by one number, `number * 8192 + page`: the index then says by itself of which text a page is.
  'create table search_texts (number integer not null primary key, sha256 text not null unique) strict',
  `create virtual table search_pages using fts5(
    words, content = '', contentless_delete = 1, prefix = '1 2',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
  )`,
  `create trigger search_pages_gone after delete on page_texts begin
    delete from search_pages where rowid = (select number * 8192 + old.page from search_texts where sha256 = old.sha256);
  end`,
  'create trigger search_texts_gone after delete on files begin delete from search_texts where sha256 = old.sha256; end',

  'create table search_titles (number integer not null primary key, document_id text not null unique) strict',
  `create virtual table search_title_parts using fts5(title, content = '', contentless_delete = 1, tokenize = 'trigram')`,
  `create trigger search_titles_new after insert on documents begin
    insert into search_titles (document_id) values (new.id);
    insert into search_title_parts (rowid, title) select number, new.title_folded from search_titles where document_id = new.id;
  end`,
  `create trigger search_titles_changed after update of title_folded on documents when old.title_folded <> new.title_folded begin
    delete from search_title_parts where rowid = (select number from search_titles where document_id = old.id);
    insert into search_title_parts (rowid, title) select number, new.title_folded from search_titles where document_id = new.id;
  end`,
  `create trigger search_titles_gone after delete on documents begin
    delete from search_title_parts where rowid = (select number from search_titles where document_id = old.id);
    delete from search_titles where document_id = old.id;
  end`,
  'insert into search_titles (document_id) select id from documents order by id',
  `insert into search_title_parts (rowid, title)
    select number, title_folded from search_titles join documents on documents.id = search_titles.document_id`,
]

const postgres: string[] = [
  // The words lie apart from their rows, so that going through what the index has found does not go through them.
  `create table search_pages (
    sha256 text collate "C" not null,
    page integer not null,
    words tsvector not null,
    primary key (sha256, page),
    foreign key (sha256, page) references page_texts (sha256, page) on delete cascade
  ) with (toast_tuple_target = 128)`,
  'create index search_pages_by_word on search_pages using gin (words) with (fastupdate = off)',
  // Parts of titles are found quickly where the server has this extension and lets us have it, and slowly where not.
  `do $$ begin
    create extension if not exists pg_trgm;
    create index documents_by_title_part on documents using gin (title_folded gin_trgm_ops);
  exception when others then null;
  end $$`,
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of { sqlite, postgres }[dialect]) await sql.raw(statement).execute(db)
}
