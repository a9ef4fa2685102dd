/*
 * How texts are searched is the one thing in which the two databases differ, so their tables do too; the names of all of these
 * begin with `search_`. Words are cut and folded by us, the same for both: PostgreSQL's own parser breaks Hindi apart, and so
 * does SQLite's unless it is told which characters make up a word.
 */

const documents: readonly string[] = [
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
]

/*
 * Deleted messages leave no words in the index: FTS5 removes the words of a message from its pages only if it is given these
 * words, which only the program can do. The triggers do the rest: no deleted message is found, no matter who deletes it.
 */
const messages: readonly string[] = [
  // Numbers rise with time, so that the index finds the newest first by itself.
  'create table search_messages (number integer not null primary key, message_id text not null unique) strict',
  // Each word follows the ten characters of its cell: the prefixes are those of one and two letters.
  `create virtual table search_message_words using fts5(
    words, content = '', prefix = '11 12',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
  )`,
  `insert into search_message_words (search_message_words, rank) values ('secure-delete', 1)`,
  `create trigger search_messages_deleted after update of deleted_at on messages when new.deleted_at is not null begin
    delete from search_messages where message_id = old.id;
  end`,
  `create trigger search_messages_gone after delete on messages begin
    delete from search_messages where message_id = old.id;
  end`,
  // Messages whose words are out of date: `words` have to be erased, and `new_words` written, or none if it was deleted.
  'create table search_message_changes (number integer not null primary key, words text not null, new_words text) strict',
]

export const searchOnSqlite: readonly string[] = [...documents, ...messages]
