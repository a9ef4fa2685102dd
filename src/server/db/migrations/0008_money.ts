import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. Amounts are integer paise, months `year * 12 + month - 1`.
 * The checks are what keeps a paisa from appearing or vanishing, no matter who writes: nothing is paid twice, and a charge is
 * settled exactly while it is paid in full.
 */

const dialects = {
  sqlite: { text: 'text', paise: 'integer', end: ' strict' },
  postgres: { text: 'text collate "C"', paise: 'bigint', end: '' },
}

type Types = (typeof dialects)['sqlite']

const flag = (name: string): string => `${name} integer not null check (${name} in (0, 1))`

/** One crore rupees. */
const most = 1_000_000_000
const methods = `('cash', 'upi', 'bank', 'other')`

const tables = ({ text, paise, end }: Types): string[] => [
  `alter table users add column monthly_fee ${paise} check (monthly_fee between 1 and ${most})`,
  // Former periods of membership; the current one is in users.
  `create table stays (
    user_id ${text} not null references users (id),
    from_day ${text} not null,
    to_day ${text} not null check (to_day >= from_day),
    primary key (user_id, from_day)
  )${end}`,
  `create table openings (
    user_id ${text} not null primary key references users (id),
    charge_from integer not null,
    paid_up_to integer,
    old_dues ${paise} check (old_dues between 1 and ${most}),
    created_by ${text} references users (id),
    created_at ${text} not null
  )${end}`,
  `create table charges (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    kind ${text} not null check (kind in ('monthly', 'admission', 'locker', 'deposit', 'late', 'other')),
    period integer not null,
    original_amount ${paise} not null check (original_amount between 0 and ${most}),
    amount ${paise} not null check (amount between 0 and ${most}),
    paid_amount ${paise} not null check (paid_amount between 0 and amount),
    due_on ${text} not null,
    notes ${text} not null,
    ${flag('takes_credit')},
    settled_at ${text},
    created_by ${text} references users (id),
    created_at ${text} not null,
    check ((settled_at is null) = (paid_amount < amount))
  )${end}`,
  `create table adjustments (
    id ${text} not null primary key,
    charge_id ${text} not null references charges (id),
    kind ${text} not null check (kind in ('concession', 'waiver', 'write-off', 'correction', 'refund')),
    amount ${paise} not null check (amount <> 0),
    reason ${text} not null,
    created_by ${text} not null references users (id),
    created_by_name ${text} not null,
    created_at ${text} not null
  )${end}`,
  `create table payments (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    student_name ${text} not null,
    receipt_year integer not null,
    receipt_count integer not null check (receipt_count > 0),
    receipt_number ${text} not null unique,
    amount ${paise} not null check (amount between 1 and ${most}),
    credit ${paise} not null check (credit between 0 and amount),
    method ${text} not null check (method in ${methods}),
    reference ${text} not null,
    reference_folded ${text} not null,
    reference_reason ${text} not null,
    received_on ${text} not null,
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
    unique (receipt_year, receipt_count),
    check ((voided_at is null) = (void_reason is null)),
    check (voided_at is null or credit = 0)
  )${end}`,
  `create table allocations (
    id ${text} not null primary key,
    payment_id ${text} not null references payments (id),
    charge_id ${text} not null references charges (id),
    amount ${paise} not null check (amount > 0),
    created_at ${text} not null
  )${end}`,
  `create table refunds (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    student_name ${text} not null,
    voucher_year integer not null,
    voucher_count integer not null check (voucher_count > 0),
    voucher_number ${text} not null unique,
    amount ${paise} not null check (amount between 1 and ${most}),
    method ${text} not null check (method in ${methods}),
    reference ${text} not null,
    reason ${text} not null,
    paid_on ${text} not null,
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
    unique (voucher_year, voucher_count),
    check ((voided_at is null) = (void_reason is null))
  )${end}`,
  // What a refund was taken from: the credit of a payment, or what the payment gave to a charge.
  `create table refund_lines (
    id ${text} not null primary key,
    refund_id ${text} not null references refunds (id),
    payment_id ${text} not null references payments (id),
    charge_id ${text} references charges (id),
    amount ${paise} not null check (amount > 0)
  )${end}`,
  `create table number_series (
    series ${text} not null check (series in ('receipt', 'refund')),
    year integer not null,
    last integer not null check (last >= 0),
    primary key (series, year)
  )${end}`,
  // One row, or none. After a restore no number is given until someone has looked at the last receipt on paper.
  `create table receipt_book (
    id ${text} not null primary key check (id = 'only'),
    check_needed_since ${text}
  )${end}`,
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
    unique (day, nth)
  )${end}`,
  `create table reminders (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    channel ${text} not null check (channel in ('whatsapp', 'sms', 'other')),
    owed ${paise} not null,
    created_by ${text} not null references users (id),
    created_by_name ${text} not null,
    created_at ${text} not null
  )${end}`,
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
    paid_amount ${paise} not null
  )${end}`,
]

const indexes: string[] = [
  'create index users_of_role_by_name on users (role, name_folded, id) where deleted_at is null',
  'create index fee_accounts_with_fees on fee_accounts (user_id) where charges > 0',
  'create index fee_accounts_open on fee_accounts (user_id) where open_charges > 0',
  `create unique index charges_monthly on charges (user_id, period) where kind = 'monthly'`,
  'create index charges_by_period on charges (period, id)',
  'create index charges_by_user on charges (user_id, period, id)',
  'create index charges_open on charges (period, id) where settled_at is null',
  'create index charges_open_by_user on charges (user_id, due_on) where settled_at is null',
  'create index adjustments_by_charge on adjustments (charge_id)',
  'create index payments_by_user on payments (user_id, id)',
  'create index payments_by_day on payments (booked_on, id)',
  'create index payments_voided on payments (voided_on, id) where voided_on is not null',
  'create index payments_with_credit on payments (user_id, id) where credit > 0',
  `create index payments_by_reference on payments (reference_folded) where reference_folded <> ''`,
  'create index allocations_by_payment on allocations (payment_id)',
  'create index allocations_by_charge on allocations (charge_id)',
  'create index refunds_by_user on refunds (user_id, id)',
  'create index refunds_by_day on refunds (booked_on, id)',
  'create index refund_lines_by_refund on refund_lines (refund_id)',
  'create index refund_lines_by_payment on refund_lines (payment_id)',
  'create index refund_lines_by_charge on refund_lines (charge_id) where charge_id is not null',
  'create index reminders_by_user on reminders (user_id, id)',
]

const settled = (row: 'old' | 'new'): string => `case when ${row}.settled_at is null then 0 else 1 end`

/** Takes a row of charges out of the sums, or puts it in. */
const count = (row: 'old' | 'new', sign: '-' | ''): string => `
  insert into fee_totals (period, settled, charges, amount, paid_amount)
    values (${row}.period, ${settled(row)}, ${sign}1, ${sign}${row}.amount, ${sign}${row}.paid_amount)
    on conflict (period, settled) do update set charges = fee_totals.charges + excluded.charges,
      amount = fee_totals.amount + excluded.amount, paid_amount = fee_totals.paid_amount + excluded.paid_amount;
  insert into fee_accounts (user_id, charges, open_charges, amount, paid_amount)
    values (${row}.user_id, ${sign}1, ${sign}(1 - ${settled(row)}), ${sign}${row}.amount, ${sign}${row}.paid_amount)
    on conflict (user_id) do update set charges = fee_accounts.charges + excluded.charges,
      open_charges = fee_accounts.open_charges + excluded.open_charges,
      amount = fee_accounts.amount + excluded.amount, paid_amount = fee_accounts.paid_amount + excluded.paid_amount;`

const triggers = {
  sqlite: [
    `create trigger fee_totals_new after insert on charges begin ${count('new', '')} end`,
    `create trigger fee_totals_gone after delete on charges begin ${count('old', '-')} end`,
    `create trigger fee_totals_changed after update of user_id, period, amount, paid_amount, settled_at on charges begin
      ${count('old', '-')} ${count('new', '')} end`,
  ],
  postgres: [
    `create function count_charges() returns trigger language plpgsql as $$ begin
      if TG_OP <> 'INSERT' then ${count('old', '-')} end if;
      if TG_OP <> 'DELETE' then ${count('new', '')} end if;
      return null;
    end $$`,
    `create trigger fee_totals_changed after insert or delete or update of user_id, period, amount, paid_amount, settled_at on charges
      for each row execute function count_charges()`,
  ],
}

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of [...tables(dialects[dialect]), ...indexes, ...triggers[dialect]]) await sql.raw(statement).execute(db)
}
