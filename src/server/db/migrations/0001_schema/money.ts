import { flag, type Types } from './types.ts'

/** One crore rupees. */
const most = 1_000_000_000
const methods = `('cash', 'upi', 'bank', 'other')`

export const moneyTables = ({ text, paise, end }: Types): string[] => [
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
    reference_skipped integer not null default 0 check (reference_skipped in (0, 1)),
    date_reason ${text} not null default '',
    replaces ${text} references payments (id),
    client_digest ${text},
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
    date_reason ${text} not null default '',
    client_digest ${text},
    reference_reason ${text} not null default '',
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
  `create table month_locks (
    period integer not null primary key,
    locked_at ${text} not null,
    locked_by ${text} references users (id),
    locked_by_name ${text} not null
  )${end}`,
  `create table receipt_prints (
    payment_id ${text} not null primary key references payments (id),
    printed_at ${text} not null,
    printed_by ${text} not null references users (id),
    printed_by_name ${text} not null
  )${end}`,
  // What makes a student pay less than the hall's fee, and why: a monthly fee of their own, or months that were paid on paper.
  `create table concessions (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    kind ${text} not null check (kind in ('monthly-fee', 'paid-up-to')),
    before_value ${paise},
    after_value ${paise},
    reason ${text} not null,
    created_at ${text} not null,
    created_by ${text} references users (id),
    created_by_name ${text} not null
  )${end}`,
  `create table number_corrections (
    id ${text} not null primary key,
    series ${text} not null check (series in ('receipt', 'refund')),
    year integer not null,
    before_last integer not null,
    after_last integer not null check (after_last >= 0),
    created_at ${text} not null,
    created_by ${text} not null references users (id),
    created_by_name ${text} not null
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
]

// Blanks in front, so that a shorter reference is its own end on both databases.
const referenceEnd = `substr('      ' || lower(replace(reference, ' ', '')), length(replace(reference, ' ', '')) + 1)`

export const moneyIndexes: string[] = [
  'create index adjustments_by_charge on adjustments (charge_id)',
  'create index adjustments_by_time on adjustments (created_at, id)',
  'create index allocations_by_payment on allocations (payment_id)',
  'create index allocations_by_charge on allocations (charge_id)',
  `create unique index charges_monthly on charges (user_id, period) where kind = 'monthly'`,
  'create index charges_by_period on charges (period, id)',
  'create index charges_by_user on charges (user_id, period, id)',
  'create index charges_open on charges (period, id) where settled_at is null',
  'create index charges_open_by_user on charges (user_id, due_on) where settled_at is null',
  `create index charges_deposits on charges (period, amount, paid_amount) where kind = 'deposit'`,
  'create index charges_due on charges (due_on, user_id, amount, paid_amount) where settled_at is null',
  'create index charges_settled on charges (period, id) where settled_at is not null',
  'create index concessions_by_time on concessions (created_at, id)',
  'create index concessions_by_user on concessions (user_id)',
  'create index payments_by_user on payments (user_id, id)',
  'create index payments_by_day on payments (booked_on, id)',
  'create index payments_voided on payments (voided_on, id) where voided_on is not null',
  'create index payments_with_credit on payments (user_id, id) where credit > 0',
  `create index payments_by_reference on payments (reference_folded) where reference_folded <> ''`,
  'create index payments_taken on payments (booked_on, method, entered_by, entered_by_name, amount)',
  'create index payments_replaced on payments (replaces) where replaces is not null',
  // Clerks may enter the last six characters of a reference alone.
  'create index payments_by_reference_end on payments (substr(reference_folded, length(reference_folded) - 5)) where length(reference_folded) >= 6',
  'create index payments_entered on payments (entered_at, id)',
  'create index refund_lines_by_refund on refund_lines (refund_id)',
  'create index refund_lines_by_payment on refund_lines (payment_id)',
  'create index refund_lines_by_charge on refund_lines (charge_id) where charge_id is not null',
  'create index refunds_by_user on refunds (user_id, id)',
  'create index refunds_by_day on refunds (booked_on, id)',
  `create index refunds_by_reference_end on refunds ((${referenceEnd})) where reference <> ''`,
  'create index reminders_by_user on reminders (user_id, id)',
]
