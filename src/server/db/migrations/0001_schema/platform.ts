import type { Types } from './types.ts'

export const platformTables = ({ text, bigint, end }: Types): string[] => [
  `create table files (
    sha256 ${text} not null primary key,
    size ${bigint} not null check (size >= 0),
    media_type ${text} not null,
    created_at ${text} not null
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
  // Transactions that must run one after the other lock a row of this table first.
  `create table locks (
    name ${text} not null primary key
  )${end}`,
  // One row, or none before it is first asked for. After a restore the epoch is another one.
  `create table instance (
    id ${text} not null primary key check (id = 'only'),
    epoch ${text} not null,
    created_at ${text} not null,
    restored_at ${text},
    restored_from ${text}
  )${end}`,
  // Long work that is done by a program of its own, by one at a time. A runner that has not been heard of for a while is dead.
  `create table chores (
    name ${text} not null primary key check (name in ('backup', 'doctor')),
    wanted_at ${text},
    runner ${text},
    heard_at ${text},
    progress ${text},
    finished_at ${text},
    outcome ${text} check (outcome in ('done', 'failed')),
    report ${text},
    check ((runner is null) = (heard_at is null))
  )${end}`,
  `create table journal (
    seq ${bigint} not null primary key check (seq > 0),
    kind ${text} not null,
    ref ${text} not null,
    digest ${text} not null,
    prev ${text} not null,
    hash ${text} not null
  )${end}`,
  // The digests that the first entry covers: of the rows that were there before the journal.
  `create table journal_genesis (
    kind ${text} not null,
    ref ${text} not null,
    digest ${text} not null,
    primary key (kind, ref)
  )${end}`,
]

export const platformIndexes: readonly string[] = [
  // Contents that nothing names since their message was deleted: they do not wait for the next sweep.
  `create index files_dropped on files (sha256) where created_at = ''`,
  'create index journal_by_ref on journal (kind, ref, seq)',
]
