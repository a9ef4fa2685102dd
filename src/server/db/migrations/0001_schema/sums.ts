import { flag, type Types } from './types.ts'

export const sumsTables = ({ text, paise, end }: Types): string[] => [
  // Sums that every screen of fees asks for; triggers keep them, so that they cost the same with a million rows.
  `create table fee_totals (
    period integer not null,
    ${flag('settled')},
    charges integer not null,
    amount ${paise} not null,
    paid_amount ${paise} not null,
    primary key (period, settled)
  )${end}`,
  `create table fee_accounts (
    user_id ${text} not null primary key references users (id),
    charges integer not null,
    open_charges integer not null,
    amount ${paise} not null,
    paid_amount ${paise} not null,
    since ${text},
    is_deleted integer not null default 0 check (is_deleted in (0, 1))
  )${end}`,
  // What someone owes of one due date. The next one is in `until`, or 'never', which sorts behind every day.
  `create table fee_due_days (
    user_id ${text} not null references users (id),
    due_on ${text} not null,
    ${flag('is_deleted')},
    until ${text} not null check (until > due_on),
    charges integer not null check (charges > 0),
    owed ${paise} not null check (owed > 0),
    primary key (user_id, due_on)
  )${end}`,
  // How many owe how much of each due date, by the next one of theirs: a person who owes something of a span of days is counted once, by the last day.
  `create table fee_dues (
    ${flag('is_deleted')},
    due_on ${text} not null,
    until ${text} not null,
    students integer not null,
    charges integer not null,
    owed ${paise} not null,
    primary key (is_deleted, due_on, until)
  )${end}`,
]

export const sumsIndexes: string[] = [
  'create index fee_accounts_with_fees on fee_accounts (user_id) where charges > 0',
  'create index fee_accounts_open on fee_accounts (user_id) where open_charges > 0',
  'create index fee_accounts_by_since on fee_accounts (is_deleted, since, user_id) where since is not null',
]

export const watched = 'user_id, period, due_on, amount, paid_amount, settled_at'
export const isOver = '(old.deleted_at is null) <> (new.deleted_at is null)'

const settled = (row: 'old' | 'new'): string => `case when ${row}.settled_at is null then 0 else 1 end`

/** Adds a row of charges to the sums, or subtracts it. */
export const addCharge = (row: 'old' | 'new', sign: '-' | ''): string => `
  insert into fee_totals (period, settled, charges, amount, paid_amount)
    values (${row}.period, ${settled(row)}, ${sign}1, ${sign}${row}.amount, ${sign}${row}.paid_amount)
    on conflict (period, settled) do update set charges = fee_totals.charges + excluded.charges,
      amount = fee_totals.amount + excluded.amount, paid_amount = fee_totals.paid_amount + excluded.paid_amount;
  insert into fee_accounts (user_id, charges, open_charges, amount, paid_amount, since, is_deleted)
    values (${row}.user_id, ${sign}1, ${sign}(1 - ${settled(row)}), ${sign}${row}.amount, ${sign}${row}.paid_amount,
      (select min(charges.due_on) from charges where charges.user_id = ${row}.user_id and charges.settled_at is null),
      (select case when users.deleted_at is null then 0 else 1 end from users where users.id = ${row}.user_id))
    on conflict (user_id) do update set charges = fee_accounts.charges + excluded.charges,
      open_charges = fee_accounts.open_charges + excluded.open_charges,
      amount = fee_accounts.amount + excluded.amount, paid_amount = fee_accounts.paid_amount + excluded.paid_amount,
      since = excluded.since;`

/** The due days that the open charges have, of the people that `condition` names. */
export const dueDays = (condition: string): string => `
  select charges.user_id, charges.due_on, fee_accounts.is_deleted,
    coalesce(lead(charges.due_on) over (partition by charges.user_id order by charges.due_on), 'never'),
    count(*), sum(charges.amount - charges.paid_amount)
  from charges join fee_accounts on fee_accounts.user_id = charges.user_id
  where charges.settled_at is null ${condition}
  group by charges.user_id, charges.due_on, fee_accounts.is_deleted`

export const moveDues = `
  update fee_accounts set is_deleted = case when new.deleted_at is null then 0 else 1 end where user_id = new.id;
  update fee_due_days set is_deleted = case when new.deleted_at is null then 0 else 1 end where user_id = new.id;`
