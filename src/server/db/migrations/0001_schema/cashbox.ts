import type { Types } from './types.ts'

/** One crore rupees. */
const most = 1_000_000_000

export const cashboxTables = ({ text, paise, end }: Types): string[] => [
  `create table closings (
    id ${text} not null primary key,
    day ${text} not null,
    nth integer not null check (nth > 0),
    opening_float ${paise} not null check (opening_float >= 0),
    cash_in ${paise} not null,
    cash_refunds ${paise} not null,
    cash_voids ${paise} not null,
    expected ${paise} not null,
    counted ${paise} not null check (counted >= 0),
    handed_to ${text} not null,
    notes ${text} not null,
    closed_by ${text} not null references users (id),
    closed_by_name ${text} not null,
    closed_at ${text} not null,
    as_of ${text} not null default '',
    paid_out ${paise} not null default 0,
    other_in ${paise} not null default 0,
    client_id ${text},
    unique (day, nth)
  )${end}`,
  // The instants increase strictly, in the order of the commits: two rows never have the same one.
  `create table cash_moves (
    id ${text} not null primary key,
    at ${text} not null unique,
    kind ${text} not null check (kind in ('payment', 'payment-void', 'refund', 'refund-void', 'out', 'out-void', 'in', 'in-void')),
    ref ${text} not null,
    amount ${paise} not null check (amount <> 0),
    unique (kind, ref)
  )${end}`,
  `create table box_entries (
    id ${text} not null primary key,
    kind ${text} not null check (kind in ('out', 'in')),
    amount ${paise} not null check (amount between 1 and ${most}),
    purpose ${text} not null,
    photo_sha256 ${text} references files (sha256),
    booked_on ${text} not null,
    entered_at ${text} not null,
    entered_by ${text} not null references users (id),
    entered_by_name ${text} not null,
    client_id ${text} unique,
    voided_at ${text},
    voided_on ${text},
    voided_by ${text} references users (id),
    voided_by_name ${text},
    void_reason ${text},
    check ((voided_at is null) = (void_reason is null))
  )${end}`,
  `create table hand_overs (
    id ${text} not null primary key,
    closing_id ${text} not null unique references closings (id),
    amount ${paise} not null check (amount > 0),
    receiver ${text} not null,
    created_at ${text} not null,
    created_by ${text} not null references users (id),
    created_by_name ${text} not null
  )${end}`,
]

export const cashboxIndexes: string[] = [
  'create index box_entries_by_day on box_entries (booked_on, id)',
  'create index box_entries_by_photo on box_entries (photo_sha256) where photo_sha256 is not null',
  'create index closings_by_instant on closings (as_of)',
  'create unique index closings_by_client on closings (client_id) where client_id is not null',
]
