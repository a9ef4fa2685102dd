/* Tables of words, as search.sqlite.ts explains. */

export const searchOnPostgres: readonly string[] = [
  // The words are stored apart from their rows, so that a scan of what the index has found does not read them.
  `create table search_pages (
    sha256 text collate "C" not null,
    page integer not null,
    words tsvector not null,
    primary key (sha256, page),
    foreign key (sha256, page) references page_texts (sha256, page) on delete cascade
  ) with (toast_tuple_target = 128)`,
  'create index search_pages_by_word on search_pages using gin (words) with (fastupdate = off)',
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
