import { flag, type Types } from './types.ts'

export const systemTables = ({ text, end }: Types): string[] => [
  `create table audit (
    id ${text} not null primary key,
    at ${text} not null,
    actor_id ${text} references users (id),
    actor_name ${text} not null,
    action ${text} not null,
    target_id ${text},
    before ${text},
    after ${text},
    salt ${text},
    commitments ${text}
  )${end}`,
  // Entries of the audit that the journal does not contain yet.
  `create table audit_unsealed (
    audit_id ${text} not null primary key
  )${end}`,
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
    documents ${text},
    chat ${text},
    rules ${text}
  )${end}`,
]

export const systemIndexes: string[] = [
  'create index audit_by_time on audit (at, id)',
  'create index audit_by_target on audit (target_id, id)',
  'create index audit_by_action on audit (action, at, id)',
  'create index audit_by_actor on audit (actor_id, at, id)',
  'create index audit_by_actor_and_action on audit (actor_id, action, at, id)',
  'create index customization_by_logo on customization (logo_sha256) where logo_sha256 is not null',
]
