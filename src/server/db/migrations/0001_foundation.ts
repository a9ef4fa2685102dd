import { type Kysely, sql } from 'kysely'

/*
 * Frozen: a change of the schema is another migration. PostgreSQL compares texts by their bytes, as SQLite does,
 * so both answer every list in the same order; SQLite's tables are strict, as PostgreSQL's are anyway.
 */
const dialects = {
  sqlite: { text: 'text', bigint: 'integer', end: ' strict' },
  postgres: { text: 'text collate "C"', bigint: 'bigint', end: '' },
}

type Types = (typeof dialects)['sqlite']

const tables = ({ text, bigint, end }: Types): string[] => [
  `create table users (
    id ${text} not null primary key,
    name ${text} not null,
    name_folded ${text} not null,
    email ${text},
    email_folded ${text} unique,
    role ${text} not null check (role in ('student', 'manager', 'admin', 'superadmin')),
    password_hash ${text} not null,
    phone ${text},
    dob ${text},
    date_joined ${text},
    termination_date ${text},
    slot ${text} check (slot in ('morning', 'afternoon', 'full-day')),
    seat_number integer check (seat_number >= 1),
    created_at ${text} not null,
    deleted_at ${text},
    check (seat_number is null or slot is not null)
  )${end}`,
  `create table seats (
    seat_number integer not null check (seat_number >= 1),
    half ${text} not null check (half in ('morning', 'afternoon')),
    user_id ${text} not null references users (id),
    primary key (seat_number, half),
    unique (user_id, half)
  )${end}`,
  `create table sessions (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    token_hash ${text} not null unique,
    device ${text} not null,
    created_at ${text} not null,
    last_used_at ${text} not null,
    expires_at ${text} not null
  )${end}`,
  `create table sign_in_addresses (
    user_id ${text} not null references users (id),
    address ${text} not null,
    last_at ${text} not null,
    primary key (user_id, address)
  )${end}`,
  `create table one_time_keys (
    key_hash ${text} not null primary key,
    purpose ${text} not null check (purpose in ('setup', 'reset')),
    user_id ${text} references users (id),
    created_at ${text} not null,
    expires_at ${text} not null
  )${end}`,
  `create table audit (
    id ${text} not null primary key,
    at ${text} not null,
    actor_id ${text} references users (id),
    actor_name ${text} not null,
    action ${text} not null,
    target_id ${text},
    before ${text},
    after ${text}
  )${end}`,
  `create table secrets (
    name ${text} not null primary key,
    value ${text} not null,
    created_at ${text} not null
  )${end}`,
  `create table revisions (
    name ${text} not null primary key,
    value ${bigint} not null
  )${end}`,
  `create table files (
    sha256 ${text} not null primary key,
    size ${bigint} not null check (size >= 0),
    media_type ${text} not null,
    created_at ${text} not null
  )${end}`,
  `create table categories (
    id ${text} not null primary key,
    name ${text} not null,
    name_folded ${text} not null,
    parent_id ${text} references categories (id),
    level integer not null check (level between 0 and 2),
    created_at ${text} not null,
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
    deleted_by ${text} references users (id)
  )${end}`,
  `create table favorites (
    user_id ${text} not null references users (id),
    document_id ${text} not null references documents (id),
    created_at ${text} not null,
    primary key (user_id, document_id)
  )${end}`,
]

// Newest first is `id` descending, and the primary keys serve that for whole tables.
const indexes: string[] = [
  'create index users_by_role on users (role, id) where deleted_at is null',
  'create index users_by_name on users (name_folded, id) where deleted_at is null',
  'create index sessions_by_user on sessions (user_id, last_used_at)',
  'create index sessions_by_expiry on sessions (expires_at)',
  'create index one_time_keys_by_user on one_time_keys (user_id)',
  'create index one_time_keys_by_expiry on one_time_keys (expires_at)',
  'create index audit_by_time on audit (at, id)',
  'create index audit_by_target on audit (target_id, id)',
  `create unique index categories_by_name on categories (coalesce(parent_id, ''), name_folded)`,
  'create index categories_by_parent on categories (parent_id)',
  // Counts, and what refers to a category that goes, read this index alone.
  'create index documents_of_category on documents (category_id, deleted_at)',
  'create index documents_newest on documents (id, deleted_at) where deleted_at is null',
  'create index documents_by_category on documents (category_id, id) where deleted_at is null',
  'create index documents_uncategorized on documents (id) where deleted_at is null and category_id is null',
  'create index documents_by_file on documents (file_sha256)',
  'create index favorites_newest on favorites (user_id, created_at, document_id)',
  'create index favorites_by_document on favorites (document_id)',
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of [...tables(dialects[dialect]), ...indexes]) await sql.raw(statement).execute(db)
}
