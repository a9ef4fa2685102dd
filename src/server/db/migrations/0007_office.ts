import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

const dialects = {
  sqlite: { text: 'text', end: ' strict' },
  postgres: { text: 'text collate "C"', end: '' },
}

type Types = (typeof dialects)['sqlite']

const flag = (name: string): string => `${name} integer not null check (${name} in (0, 1))`

const tables = ({ text, end }: Types): string[] => [
  // At most ten, no matter who creates them at the same moment: each has a place of its own.
  `create table themes (
    id ${text} not null primary key,
    place integer not null unique check (place between 1 and 10),
    name ${text} not null,
    name_folded ${text} not null unique,
    colors ${text} not null,
    created_by ${text} not null references users (id),
    created_at ${text} not null
  )${end}`,
  // One row. What is null has its default.
  `create table customization (
    id ${text} not null primary key check (id = 'only'),
    system_name ${text},
    logo_sha256 ${text} references files (sha256),
    logo_name ${text},
    ${flag('show_logo')},
    logo_size integer not null check (logo_size between 20 and 120),
    active_theme ${text},
    landing ${text},
    hall ${text},
    documents ${text}
  )${end}`,
  `create table notices (
    id ${text} not null primary key,
    title ${text} not null,
    content ${text} not null,
    type ${text} not null check (type in ('banner', 'marquee', 'tab')),
    ${flag('target_all_users')},
    priority integer not null check (priority between 0 and 10),
    publish_at ${text},
    expires_at ${text},
    ${flag('is_active')},
    attachment_sha256 ${text} references files (sha256),
    attachment_name ${text},
    created_by ${text} not null references users (id),
    created_at ${text} not null,
    updated_at ${text} not null
  )${end}`,
  `create table notice_targets (
    notice_id ${text} not null references notices (id) on delete cascade,
    user_id ${text} not null references users (id),
    primary key (notice_id, user_id)
  )${end}`,
  `create table notice_reads (
    notice_id ${text} not null references notices (id) on delete cascade,
    user_id ${text} not null references users (id),
    read_at ${text} not null,
    primary key (notice_id, user_id)
  )${end}`,
  `create table announcements (
    id ${text} not null primary key,
    title ${text} not null,
    content ${text} not null,
    priority integer not null check (priority between 0 and 10),
    expires_at ${text},
    ${flag('is_active')},
    created_by ${text} not null references users (id),
    created_at ${text} not null,
    updated_at ${text} not null
  )${end}`,
  // One picture in three sizes; the placeholder is a few pixels as a data: URL.
  `create table gallery_images (
    id ${text} not null primary key,
    title ${text} not null,
    description ${text} not null,
    position integer not null check (position >= 0),
    ${flag('is_active')},
    large_sha256 ${text} not null references files (sha256),
    medium_sha256 ${text} not null references files (sha256),
    small_sha256 ${text} not null references files (sha256),
    width integer not null,
    height integer not null,
    placeholder ${text} not null,
    uploaded_by ${text} not null references users (id),
    created_at ${text} not null
  )${end}`,
  `create table thoughts (
    id ${text} not null primary key,
    thought ${text} not null,
    author ${text} not null,
    position integer not null check (position >= 0),
    ${flag('is_active')},
    created_at ${text} not null
  )${end}`,
]

const indexes: string[] = [
  'create index notices_by_attachment on notices (attachment_sha256) where attachment_sha256 is not null',
  'create index notice_targets_by_user on notice_targets (user_id)',
  'create index notice_reads_by_user on notice_reads (user_id)',
  'create index customization_by_logo on customization (logo_sha256) where logo_sha256 is not null',
  'create index gallery_images_by_large on gallery_images (large_sha256)',
  'create index gallery_images_by_medium on gallery_images (medium_sha256)',
  'create index gallery_images_by_small on gallery_images (small_sha256)',
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of [...tables(dialects[dialect]), ...indexes]) await sql.raw(statement).execute(db)
}
