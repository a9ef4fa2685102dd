import type { Types } from './types.ts'

/** One crore rupees. */
const most = 1_000_000_000

export const peopleTables = ({ text, paise, end }: Types): string[] => [
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
    picture_sha256 ${text} references files (sha256),
    monthly_fee ${paise} check (monthly_fee between 1 and ${most}),
    former_seat integer check (former_seat >= 1),
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
  // Former periods of membership; the current one is in users.
  `create table stays (
    user_id ${text} not null references users (id),
    from_day ${text} not null,
    to_day ${text} not null check (to_day >= from_day),
    primary key (user_id, from_day)
  )${end}`,
]

/** The digits of a phone number, of which searches look for a part. Queries use the same expression, so that the index is used. */
const digits = ['-', '+', '(', ')', '.'].reduce((text, sign) => `replace(${text}, '${sign}', '')`, `replace(phone, ' ', '')`)

/*
 * SQLite prefers an index that has everything a query reads, and otherwise takes any that fits, the newest first: so the order
 * of these matters, and some also have the column that all queries about people read.
 */
export const peopleIndexes: string[] = [
  'create index one_time_keys_by_user on one_time_keys (user_id)',
  'create index one_time_keys_by_expiry on one_time_keys (expires_at)',
  'create index sessions_by_user on sessions (user_id, last_used_at)',
  'create index sessions_by_expiry on sessions (expires_at)',
  'create index users_by_role on users (role, id) where deleted_at is null',
  'create index users_by_picture on users (picture_sha256) where picture_sha256 is not null',
  'create index users_of_role_by_name on users (role, name_folded, id) where deleted_at is null',
  // Those whose account works are counted in this index alone.
  'create index users_working on users (role, termination_date, deleted_at) where deleted_at is null',
  // Everything in which people are searched for.
  `create index users_by_text on users (name_folded, email_folded, (${digits}), id, deleted_at) where deleted_at is null`,
  // Lists of those who have a seat, newest first and in the order of the last day.
  'create index users_seated on users (id, seat_number, role, termination_date, deleted_at) where deleted_at is null and seat_number is not null',
  `create index users_by_last_day on users (termination_date, id, seat_number, role, deleted_at)
    where deleted_at is null and termination_date is not null`,
  // A person who looks for people in the order of their names also looks into emails and phone numbers: here, without reading the people.
  'create index users_by_name on users (name_folded, id, email_folded, phone) where deleted_at is null',
]
