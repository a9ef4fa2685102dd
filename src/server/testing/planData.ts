import { sql } from 'kysely'
import { vi } from 'vitest'
import { isSqlite } from '#server/db/dialect.ts'
import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'
import { textIndexOf } from '#server/db/textIndexOf.ts'
import { wordsOf } from '#server/db/words.ts'

/*
 * A hall whose rows are always the same, for snapshots of plans. SQLite plans from the schema alone, so a few rows are enough for a
 * call to run all its queries. PostgreSQL plans from statistics: it gets enough rows to rule out reading whole tables.
 */

/** The day of the data. */
export const planNow = '2026-11-21T05:30:00.000Z'
export const planStudent = 'user-100001'
export const planManager = 'manager'
export const planConversation = 'conversation-100001'
export const planCategory = 'category-100001'

/** Rows `n` from 1 to `count`, as a table. */
const numbered = (count: number): string =>
  `(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers) as numbers`

const id = (kind: string, n: string): string => `'${kind}-' || (100000 + ${n})`

const people = (count: number): string[] => [
  `insert into users (id, name, name_folded, email, email_folded, role, password_hash, phone, slot, seat_number, termination_date, created_at)
    select ${id('user', 'n')}, 'Person ' || n, 'person ' || n, 'person' || n || '@example.org', 'person' || n || '@example.org', 'student', 'none',
      '98' || (10000000 + n), case when n <= ${count / 10} then 'full-day' end, case when n <= ${count / 10} then n end,
      case n % 10 when 0 then '2026-11-01' when 1 then '2026-11-25' else '2027-06-30' end, '2026-01-05T05:30:00.000Z' from ${numbered(count)}`,
  `insert into users (id, name, name_folded, email, email_folded, role, password_hash, created_at)
    values ('manager', 'Meera', 'meera', 'meera@example.org', 'meera@example.org', 'manager', 'none', '2026-01-05T05:30:00.000Z')`,
  `insert into seats (seat_number, piece, user_id)
    select seat_number, starts, id from users join pieces on seat_number is not null`,
  `insert into sessions (id, user_id, token_hash, device, created_at, last_used_at, expires_at)
    select ${id('session', 'n')}, ${id('user', 'n')}, 'hash-' || n, 'Firefox', '${planNow}', '${planNow}', '2026-12-21T05:30:00.000Z' from ${numbered(count / 2)}`,
]

const documents = (count: number): string[] => [
  `insert into categories (id, name, name_folded, level, created_at)
    select ${id('category', 'n')}, 'Subject ' || n, 'subject ' || n, 0, '2026-01-05T05:30:00.000Z' from ${numbered(20)}`,
  `insert into files (sha256, size, media_type, created_at) select ${id('sha', 'n')}, 1000, 'application/pdf', 'then' from ${numbered(count)}`,
  `insert into documents (id, title, title_folded, category_id, file_sha256, file_name, uploaded_by, created_at)
    select ${id('document', 'n')}, 'Book ' || n, 'book ' || n, ${id('category', '(1 + n % 20)')}, ${id('sha', 'n')}, 'book.pdf', 'manager', '2026-01-05T05:30:00.000Z'
    from ${numbered(count)}`,
  `insert into extractions (sha256, outcome, pages, at) select ${id('sha', 'n')}, 'done', 4, 'then' from ${numbered(count)}`,
  `insert into page_texts (sha256, page, text) select ${id('sha', 'n')}, 1, 'The subject of chapter ' || n from ${numbered(count / 10)}`,
  `insert into favorites (user_id, document_id, created_at) select ${id('user', '(1 + n % 50)')}, ${id('document', 'n')}, 'then' from ${numbered(count)}`,
  `insert into reading_progress (user_id, document_id, page, updated_at)
    select ${id('user', '(1 + n % 50)')}, ${id('document', 'n')}, 2, '2026-11-20T05:30:00.000Z' from ${numbered(count)}`,
]

/** Six months of fees for each student, of which the last one is open. */
const fees = (count: number): string[] => [
  `insert into charges (id, user_id, kind, period, original_amount, amount, paid_amount, due_on, notes, takes_credit, settled_at, created_at)
    select ${id('charge', 'n')}, ${id('user', '(1 + (n - 1) / 6)')}, 'monthly', 24317 + n % 6, 100000, 100000, case n % 6 when 5 then 0 else 100000 end,
      '2026-' || (6 + n % 6) || '-05', '', 1, case n % 6 when 5 then null else 'then' end, 'then' from ${numbered(count * 6)}`,
  `update charges set due_on = '2026-0' || substr(due_on, 6) where length(due_on) = 9`,
  `insert into payments (id, user_id, student_name, receipt_year, receipt_count, receipt_number, amount, credit, method, reference, reference_folded,
      reference_reason, received_on, booked_on, entered_at, entered_by, entered_by_name)
    select replace(id, 'charge', 'payment'), user_id, 'Asha', 2026, cast(substr(id, 8) as integer), '2026-27/' || substr(id, 8), 100000, 0, 'cash', '', '',
      '', due_on, due_on, due_on || 'T05:30:00.000Z', 'manager', 'Meera' from charges where settled_at is not null`,
  `insert into allocations (id, payment_id, charge_id, amount, created_at)
    select replace(id, 'charge', 'allocation'), replace(id, 'charge', 'payment'), id, 100000, 'then' from charges where settled_at is not null`,
  `insert into reminders (id, user_id, channel, owed, created_by, created_by_name, created_at)
    select ${id('reminder', 'n')}, ${id('user', 'n')}, 'sms', 100000, 'manager', 'Meera', '2026-11-10T05:30:00.000Z' from ${numbered(count)}`,
]

/** The sums that triggers maintain. They are off while PostgreSQL is filled, since they take most of the time. */
const sums: string[] = [
  `insert into document_counts select coalesce(category_id, ''), count(*) from documents where deleted_at is null group by 1`,
  `insert into fee_totals select period, case when settled_at is null then 0 else 1 end, count(*), sum(amount), sum(paid_amount) from charges group by 1, 2`,
  `insert into fee_accounts select user_id, count(*), count(*) filter (where settled_at is null), sum(amount), sum(paid_amount),
    min(due_on) filter (where settled_at is null), 0 from charges group by 1`,
  `insert into fee_due_days select user_id, due_on, 0, 'never', count(*), sum(amount - paid_amount) from charges where settled_at is null group by 1, 2`,
  `insert into fee_dues select 0, due_on, until, count(*), sum(charges), sum(owed) from fee_due_days group by due_on, until`,
  `insert into money_months select substr(booked_on, 1, 7), 'payment', sum(amount) from payments group by 1`,
  'insert into notice_read_counts select notice_id, count(*) from notice_reads group by 1',
  'insert into issued_names (name) select distinct lower(student_name) from payments where true on conflict (name) do nothing',
]

// PostgreSQL takes its statistics from all rows of a table up to 30,000, and from a different sample each time beyond that.
const MESSAGES = 20

/** Groups of six people; the first student is in every fourth. Half of the messages are read. */
const chat = (count: number): string[] => [
  `insert into conversations (id, type, name, name_folded, description, post_policy, first_seq, last_seq, last_change, activity, created_by, created_at, updated_at)
    select ${id('conversation', 'n')}, 'group', 'Group ' || n, 'group ' || n, '', 'all', 1, ${MESSAGES}, 0, 'message-' || (100000 + n * ${MESSAGES}), 'manager', 'then', 'then'
    from ${numbered(count)}`,
  `insert into conversation_members (conversation_id, user_id, joined_seq, joined_at)
    select conversations.id, ${id('user', '(2 + (length(conversations.id) + cast(substr(conversations.id, 14) as integer) + n * 7) % 150)')}, 0, 'then'
    from conversations cross join ${numbered(5)} where type = 'group' and built_in is null
    union all select ${id('conversation', 'n')}, '${planStudent}', 0, 'then' from ${numbered(count)} where n % 4 = 1`,
  `insert into conversation_reads (conversation_id, user_id, read_seq, marked_unread)
    select conversation_id, user_id, ${MESSAGES / 2}, 0 from conversation_members`,
  `insert into conversation_settings (conversation_id, user_id, muted_until, notify)
    select conversation_id, user_id, null, 'mentions' from conversation_members where substr(user_id, 11) in ('1', '5')`,
  `insert into messages (id, conversation_id, seq, change, type, sender_id, client_id, content, created_at)
    select ${id('message', 'n')}, ${id('conversation', `(1 + (n - 1) / ${MESSAGES})`)}, 1 + (n - 1) % ${MESSAGES}, 0, 'text', ${id('user', '(2 + n % 150)')}, 'client-' || n,
      'Message ' || n, '2026-11-20T05:30:00.000Z' from ${numbered(count * MESSAGES)}`,
  `insert into message_reactions (id, message_id, user_id, emoji)
    select ${id('reaction', 'n')}, ${id('message', '(3 * n)')}, '${planStudent}', '👍' from ${numbered(count * 5)}`,
  `insert into message_mentions (message_id, user_id, conversation_id, seq)
    select id, ${id('user', '(1 + seq % 50)')}, conversation_id, seq from messages where seq % 5 = 0`,
  `insert into attachments (id, message_id, sha256, original_name, created_at)
    select replace(id, 'message', 'attachment'), id, 'sha-100001', 'plan.pdf', 'then' from messages where seq % 8 = 0`,
  `insert into blocks (blocker_id, blocked_id, created_at)
    select ${id('user', '(1 + n % 150)')}, ${id('user', '(151 + n / 150)')}, 'then' from ${numbered(count)}`,
]

const notices = (count: number): string[] => [
  `insert into notices (id, title, content, type, target_all_users, priority, expires_at, is_active, created_by, created_at, updated_at)
    select ${id('notice', 'n')}, 'Notice ' || n, 'Closed', case n % 3 when 0 then 'banner' when 1 then 'marquee' else 'tab' end, case n % 5 when 0 then 1 else 0 end, n % 10,
      case when n % 4 = 0 then null else '2026-10-01T05:30:00.000Z' end, 1, 'manager', 'then', 'then' from ${numbered(count)}`,
  `insert into notice_targets (notice_id, user_id) select ${id('notice', 'n')}, ${id('user', '(1 + n % 40)')} from ${numbered(count)}`,
  `insert into notice_reads (notice_id, user_id, read_at) select ${id('notice', 'n')}, ${id('user', '(1 + n % 40)')}, 'then' from ${numbered(count)}`,
]

const indexTexts = async (db: Db): Promise<void> => {
  const index = textIndexOf(db)
  for (const { sha256, page, text } of await db.selectFrom('pageTexts').selectAll().orderBy('sha256').execute())
    await index.add(db, sha256, [{ page, words: wordsOf(fold(text)) }])
}

const isAllVisible = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and relallvisible < relpages`.execute(db)
  return rows.length === 0
}

/**
 * Updates the statistics of PostgreSQL to the rows, and nothing else: the visibility map depends on other snapshots, such as that
 * of the server's own vacuum, which therefore leaves these tables alone.
 */
const settleStatistics = async (db: Db): Promise<void> => {
  for (const { name } of await db.introspection.getTables())
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = false)`.execute(db)
  await vi.waitUntil(
    async () => {
      await sql`vacuum (freeze, analyze)`.execute(db)
      return isAllVisible(db)
    },
    { timeout: 60_000 },
  )
}

export const fillForPlans = async (outer: Db): Promise<void> => {
  const onSqlite = isSqlite(outer)
  const count = onSqlite ? 200 : 4_000
  await outer.transaction().execute(async (tx) => {
    if (!onSqlite) await sql`set local session_replication_role = replica`.execute(tx)
    const rows = [...people(count), ...documents(count), ...fees(count), ...chat(onSqlite ? 10 : 1_500), ...notices(count / 10)]
    for (const statement of [...rows, ...(onSqlite ? [] : sums)]) await sql.raw(statement).execute(tx)
    await indexTexts(tx)
  })
  if (!onSqlite) await settleStatistics(outer)
}
