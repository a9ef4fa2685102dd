import { flag, type Types } from './types.ts'

export const hallTables = ({ text, end }: Types): string[] => [
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

export const hallIndexes: string[] = [
  'create index gallery_images_by_large on gallery_images (large_sha256)',
  'create index gallery_images_by_medium on gallery_images (medium_sha256)',
  'create index gallery_images_by_small on gallery_images (small_sha256)',
  'create index notice_reads_by_user on notice_reads (user_id)',
  'create index notice_targets_by_user on notice_targets (user_id)',
  'create index notices_by_attachment on notices (attachment_sha256) where attachment_sha256 is not null',
]
