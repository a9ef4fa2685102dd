import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

const dialects = {
  sqlite: { text: 'text', end: ' strict' },
  postgres: { text: 'text collate "C"', end: '' },
}

type Types = (typeof dialects)['sqlite']

const changes = ({ text, end }: Types): string[] => [
  `alter table users add column picture_sha256 ${text} references files (sha256)`,
  `alter table categories add column image_sha256 ${text} references files (sha256)`,
  `create table extractions (
    sha256 ${text} not null primary key references files (sha256),
    outcome ${text} not null check (outcome in ('done', 'failed')),
    pages integer check (pages >= 1),
    cover_sha256 ${text} references files (sha256),
    at ${text} not null
  )${end}`,
  `create table page_texts (
    sha256 ${text} not null references files (sha256),
    page integer not null check (page >= 1),
    text ${text} not null,
    primary key (sha256, page)
  )${end}`,
  `create table reading_progress (
    user_id ${text} not null references users (id),
    document_id ${text} not null references documents (id),
    page integer not null check (page >= 1),
    updated_at ${text} not null,
    primary key (user_id, document_id)
  )${end}`,
]

const indexes: string[] = [
  'create index users_by_termination on users (termination_date) where deleted_at is null and termination_date is not null',
  // Those whose account works are counted in this index alone.
  'create index users_working on users (role, termination_date) where deleted_at is null',
  'create index users_by_picture on users (picture_sha256) where picture_sha256 is not null',
  'create index categories_by_image on categories (image_sha256) where image_sha256 is not null',
  'create index documents_deleted on documents (deleted_at, id) where deleted_at is not null',
  'create index extractions_by_cover on extractions (cover_sha256) where cover_sha256 is not null',
  'create index reading_progress_newest on reading_progress (user_id, updated_at, document_id)',
  'create index reading_progress_by_document on reading_progress (document_id)',
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of [...changes(dialects[dialect]), ...indexes]) await sql.raw(statement).execute(db)
}
