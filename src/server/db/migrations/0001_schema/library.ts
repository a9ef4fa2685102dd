import type { DialectName, Types } from './types.ts'

export const libraryTables = ({ text, end }: Types): string[] => [
  `create table categories (
    id ${text} not null primary key,
    name ${text} not null,
    name_folded ${text} not null,
    parent_id ${text} references categories (id),
    level integer not null check (level between 0 and 2),
    created_at ${text} not null,
    image_sha256 ${text} references files (sha256),
    check ((parent_id is null) = (level = 0))
  )${end}`,
  `create table documents (
    id ${text} not null primary key,
    title ${text} not null,
    title_folded ${text} not null,
    category_id ${text} references categories (id),
    file_sha256 ${text} not null references files (sha256),
    file_name ${text} not null,
    uploaded_by ${text} not null references users (id),
    created_at ${text} not null,
    deleted_at ${text},
    deleted_by ${text} references users (id),
    client_id ${text}
  )${end}`,
  // How many living documents each category has, kept so that counting costs nothing; the empty text is Uncategorized. Triggers keep it.
  `create table document_counts (
    category_id ${text} not null primary key,
    count integer not null check (count >= 0)
  )${end}`,
  `create table favorites (
    user_id ${text} not null references users (id),
    document_id ${text} not null references documents (id),
    created_at ${text} not null,
    primary key (user_id, document_id)
  )${end}`,
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

// Parts of titles are found quickly where the server has this extension and lets us have it, and slowly where not.
const titleParts = `do $$ begin
  create extension if not exists pg_trgm;
  create index documents_by_title_part on documents using gin (title_folded gin_trgm_ops);
exception when others then null;
end $$`

export const libraryIndexes = (dialect: DialectName): string[] => [
  `create unique index categories_by_name on categories (coalesce(parent_id, ''), name_folded)`,
  'create index categories_by_parent on categories (parent_id)',
  'create index categories_by_image on categories (image_sha256) where image_sha256 is not null',
  // Counts, and what refers to a category that goes, read this index alone.
  'create index documents_of_category on documents (category_id, deleted_at)',
  'create index documents_newest on documents (id, deleted_at) where deleted_at is null',
  'create index documents_by_category on documents (category_id, id) where deleted_at is null',
  'create index documents_uncategorized on documents (id) where deleted_at is null and category_id is null',
  'create index documents_by_file on documents (file_sha256)',
  'create index documents_deleted on documents (deleted_at, id) where deleted_at is not null',
  ...(dialect === 'postgres' ? [titleParts] : []),
  'create unique index documents_by_client_id on documents (client_id)',
  'create index extractions_by_cover on extractions (cover_sha256) where cover_sha256 is not null',
  'create index favorites_newest on favorites (user_id, created_at, document_id)',
  'create index favorites_by_document on favorites (document_id)',
  'create index reading_progress_newest on reading_progress (user_id, updated_at, document_id)',
  'create index reading_progress_by_document on reading_progress (document_id)',
]
