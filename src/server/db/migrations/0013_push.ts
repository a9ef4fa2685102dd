import { type Kysely, sql } from 'kysely'

/*
 * Push notifications: the browsers that get them, what each person wants to get, and what was sent already. Notices and receipts
 * from before are not sent.
 */

const statements = (text: string, number: string, end: string): string[] => [
  `create table push_subscriptions (
    session_id ${text} not null primary key references sessions (id) on delete cascade,
    user_id ${text} not null references users (id),
    endpoint ${text} not null unique,
    p256dh ${text} not null,
    auth ${text} not null,
    created_at ${text} not null
  )${end}`,
  'create index push_subscriptions_by_user on push_subscriptions (user_id)',
  `create table push_preferences (
    user_id ${text} not null primary key references users (id),
    messages ${number} not null check (messages in (0, 1)),
    notices ${number} not null check (notices in (0, 1)),
    dues ${number} not null check (dues in (0, 1)),
    receipts ${number} not null check (receipts in (0, 1)),
    account_ends ${number} not null check (account_ends in (0, 1)),
    shows_text ${number} not null check (shows_text in (0, 1)),
    quiet_from ${text},
    quiet_to ${text}
  )${end}`,
  `create table push_days (
    kind ${text} not null primary key check (kind in ('dues', 'accountEnds')),
    day ${text} not null
  )${end}`,
  `create table notice_pushes (
    notice_id ${text} not null primary key references notices (id) on delete cascade
  )${end}`,
  `create table receipt_pushes (
    id ${text} not null primary key check (id = 'only'),
    receipt_year ${number} not null,
    receipt_count ${number} not null
  )${end}`,
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const made = dialect === 'postgres' ? statements('text collate "C"', 'integer', '') : statements('text', 'integer', ' strict')
  for (const statement of made) await sql.raw(statement).execute(db)
  const now = new Date().toISOString()
  await sql`insert into notice_pushes (notice_id)
    select id from notices where is_active = 1 and (publish_at is null or publish_at <= ${now})`.execute(db)
  await sql`insert into receipt_pushes (id, receipt_year, receipt_count) values ('only', 0, 0)`.execute(db)
  await sql`update receipt_pushes set receipt_year = last.year, receipt_count = last.last
    from (select year, last from number_series where series = 'receipt' order by year desc limit 1) as last`.execute(db)
}
