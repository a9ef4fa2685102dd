import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { foldPhone } from '#contract/phone.ts'
import { paymentMethods } from '#contract/terms.ts'
import { connectMemory, type Database } from '#server/db/connect.ts'
import { earlierMigrations } from '#server/db/earlierMigrations.ts'
import { migrate, SchemaError } from '#server/db/migrate.ts'
import { type Migration, migrations } from '#server/db/migrations.ts'
import { giveEarlierNames } from '#server/testing/earlierNames.ts'
import { isHard } from '#server/testing/hard.ts'
import { connectPglite } from '#server/testing/pglite.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { schemaText } from '#server/testing/schema.ts'

const kind = process.env.TEST_DATABASE || 'sqlite'

/** Rows as a database of that age has them, at least one in each table that the migration makes. Frozen like the migration. */
const rowsAfter: Record<string, string[]> = {
  '0001_schema': [
    `insert into files values ('sha', 5000000000, 'application/pdf', 'then')`,
    `insert into users (id, name, name_folded, email, email_folded, role, password_hash, phone, slot, seat_number, picture_sha256, monthly_fee, created_at)
      values ('u1', 'Asha', 'asha', 'Asha@x.in', 'asha@x.in', 'student', 'hash', '1', 'full-day', 7, 'sha', 120000, '2026-11-21T05:30:00.000Z')`,
    `insert into users (id, name, name_folded, role, password_hash, created_at, deleted_at)
      values ('u2', 'Deleted user', 'deleted user', 'manager', 'hash', '2026-11-21T05:30:00.000Z', '2026-11-22T05:30:00.000Z')`,
    `insert into users (id, name, name_folded, role, password_hash, phone, slot, termination_date, former_seat, created_at)
      values ('u3', 'Bela', 'bela', 'student', 'hash', '+91 98765-43210', 'morning', '2026-11-20', 7, 'then')`,
    `insert into seats values (7, 'morning', 'u1'), (7, 'afternoon', 'u1')`,
    `insert into sessions values ('s1', 'u1', 'token', 'Firefox', 'then', 'then', 'later')`,
    `insert into sign_in_addresses values ('u1', '192.0.2.1', 'then')`,
    `insert into one_time_keys values ('k1', 'setup', null, 'then', 'later'), ('k2', 'reset', 'u1', 'then', 'later')`,
    `insert into stays values ('u1', '2025-01-05', '2025-06-30')`,
    `insert into audit values ('a1', 'then', 'u1', 'Asha', 'users.create', 'u2', null, '{}', 'salt', '{}')`,
    `insert into audit_unsealed values ('a1')`,
    `insert into secrets values ('file-links', 'ff', 'then')`,
    `insert into revisions values ('documents', 5)`,
    `insert into locks values ('users')`,
    `insert into instance values ('only', 'epoch', 'then', 'then', 'carrel-2026-11-22T053000Z.tar')`,
    `insert into chores values ('backup', null, 'runner', 'then', '{}', 'then', 'done', '{}')`,
    `insert into categories values ('c1', 'Law', 'law', null, 0, 'then', 'sha'), ('c2', 'Civil', 'civil', 'c1', 1, 'then', null)`,
    `insert into documents values ('d1', 'Book', 'book', 'c2', 'sha', 'book.pdf', 'u1', 'then', null, null, 'up1')`,
    `insert into documents values ('d2', 'Gone', 'gone', null, 'sha', 'gone.pdf', 'u1', 'then', 'later', 'u1', null)`,
    `insert into favorites values ('u1', 'd1', 'then')`,
    `insert into extractions values ('sha', 'done', 40, 'sha', 'then')`,
    `insert into page_texts values ('sha', 1, 'पहला page')`,
    `insert into reading_progress values ('u1', 'd1', 40, 'then')`,
    `insert into themes values ('t1', 1, 'Dusk', 'dusk', '{}', 'u1', 'then')`,
    `insert into customization values ('only', 'Carrel', 'sha', 'logo.png', 1, 40, 't1', '{}', '{}', '{}', '{}', '{}')`,
    `insert into notices values ('n1', 'Closed', 'Sunday', 'banner', 0, 8, 'then', 'later', 1, 'sha', 'plan.pdf', 'u1', 'then', 'then')`,
    `insert into notice_targets values ('n1', 'u1')`,
    `insert into notice_reads values ('n1', 'u1', 'then')`,
    `insert into announcements values ('a1', 'Open', 'All day', 3, null, 1, 'u1', 'then', 'then')`,
    `insert into gallery_images values ('g1', 'Hall', '', 0, 1, 'sha', 'sha', 'sha', 800, 400, 'data:', 'u1', 'then')`,
    `insert into thoughts values ('t1', 'Read', 'Asha', 1, 1, 'then')`,
    `insert into openings values ('u1', 24320, 24319, 50000, 'u1', 'then')`,
    `insert into charges values ('ch1', 'u1', 'monthly', 24322, 100000, 90000, 90000, '2026-11-05', '', 1, 'then', 'u1', 'then')`,
    `insert into charges values ('ch2', 'u1', 'late', 24322, 5000, 5000, 0, '2026-11-05', '', 0, null, null, 'then')`,
    `insert into charges values ('ch3', 'u1', 'deposit', 24322, 100000, 90000, 90000, '2026-11-05', '', 1, 'then', 'u1', 'then')`,
    `insert into adjustments values ('ad1', 'ch1', 'concession', -10000, 'Sibling', 'u1', 'Asha', 'then')`,
    `insert into payments values ('p1', 'u1', 'Asha', 2026, 1, '2026-27/000001', 100000, 6000, 'cash', '', '', '',
      '2026-11-05', '2026-11-05', 'then', 'u1', 'Asha', null, null, null, null, null, null, 1, 'Found later', null, 'digest')`,
    `insert into allocations values ('al1', 'p1', 'ch1', 90000, 'then')`,
    `insert into refunds values ('r1', 'u1', 'Asha', 2026, 1, 'R/2026-27/000001', 4000, 'upi', '40123456', 'Left early',
      '2026-11-06', '2026-11-06', 'then', 'u1', 'Asha', null, null, null, null, null, null, '', 'digest', 'One transfer')`,
    `insert into refund_lines values ('rl1', 'r1', 'p1', null, 4000)`,
    `insert into number_series values ('receipt', 2026, 1), ('refund', 2026, 1)`,
    `insert into receipt_book values ('only', null)`,
    `insert into closings values ('cl1', '2026-11-06', 1, 0, 0, 0, 0, 0, 0, 'Asha', '', 'u1', 'Asha', 'then', 'then', 0, 0, 'cb1')`,
    `insert into cash_moves values ('cm1', '2026-11-06T05:30:00.000Z', 'out', 'be1', -500)`,
    `insert into box_entries values ('be1', 'out', 500, 'Water', null, '2026-11-06', 'then', 'u1', 'Asha', null, null, null, null, null, null)`,
    `insert into hand_overs values ('ho1', 'cl1', 500, 'Asha', 'then', 'u1', 'Asha')`,
    `insert into month_locks values (24300, 'then', null, '')`,
    `insert into receipt_prints values ('p1', 'then', 'u1', 'Asha')`,
    `insert into concessions values ('co1', 'u1', 'monthly-fee', 120000, 100000, 'Sibling', 'then', 'u1', 'Asha')`,
    `insert into number_corrections values ('nc1', 'receipt', 2026, 0, 1, 'then', 'u1', 'Asha')`,
    `insert into reminders values ('rm1', 'u1', 'sms', 5000, 'u1', 'Asha', 'then')`,
    `insert into journal values (2, 'payment', 'p1', 'digest', 'prev', 'hash')`,
    `insert into journal_genesis values ('later', 'p1', 'digest')`,
    `insert into conversations values ('cv1', 'group', null, 'Law', 'law', '', null, 'all', 1, 1, 0, 'ms1', 'then', 'u1', 'then', 'then', null, 1, 1, 'then', 0)`,
    `insert into conversation_members values ('cv1', 'u1', 0, 'then')`,
    `insert into conversation_reads values ('cv1', 'u1', 1, 0)`,
    `insert into conversation_settings values ('cv1', 'u1', 'later', 'mentions')`,
    `insert into messages values ('ms1', 'cv1', 1, 0, 'file', 'u1', 'x', 'नमस्ते', null, 'then', null, null, null, null, 1)`,
    `insert into message_versions values ('mv1', 'ms1', 'Hello', 'u1', 'then')`,
    `insert into message_reactions values ('mr1', 'ms1', 'u1', '👍')`,
    `insert into message_mentions values ('ms1', 'u1', 'cv1', 1)`,
    `insert into blocks values ('u1', 'u2', 'then')`,
    `insert into attachments values ('at1', 'ms1', 'sha', null, 'plan.pdf', null, null, 'then')`,
    `insert into presence values ('u1', 'then', 0)`,
    `insert into message_flags values ('ms1', 'u1', 'Rude', 'then')`,
    `insert into message_reports values ('rp1', 'ms1', 'u2', '', 'then', null, null, null, null, '{}')`,
    `insert into writing_stops values ('u1', 'later', '', 'u2', 'then')`,
    `insert into devices values ('de1', 'u1', 'browser', 'Chrome', 'pem', null, null, 'then', 'then', null, 'trusted', '{}')`,
    `insert into device_lists values ('u1', 0, 0, 'hash', '{}', 'then')`,
    `insert into trust_books values ('u1', 1, '{}')`,
    `insert into conversation_keys values ('cv1', 1, 'u1', 'de1', '[]', 'then', '{}', 'hash')`,
    `insert into conversation_key_wraps values ('cv1', 1, 'de1', 'key', 'sig', null)`,
    `insert into message_ciphertexts values ('ms1', 1, 'cv1', 1, 'iv', 'A256GCM', 'de1', 'u1', null, null, null, null, 'then', 2, 'hash', 'de1', 'hash')`,
  ],
  '0002_charging': [
    `insert into charging_runs values ('cr1', '2026-12-01', 'then', 1, 90000, 'later', 'u1', 'Asha', 1)`,
    `insert into charging_fees values ('ch9', 'cr1')`,
    `insert into withdrawn_charges values ('ch9', 'u1', 24323, 90000, 'later', 'u1', 'Asha')`,
  ],
  '0003_box_date_reason': [
    `insert into box_entries values ('be2', 'out', 500, 'Water', null, '2026-11-06', 'then', 'u1', 'Asha', null, null, null, null, null, null, 'Found the bill')`,
  ],
  '0004_phones': [
    `insert into users (id, name, name_folded, role, password_hash, phone, phone_folded, created_at)
      values ('u4', 'Chand', 'chand', 'student', 'hash', '098206 28374', '919820628374', 'then')`,
  ],
  '0005_visits': [`insert into visits values ('vi1', 'u1', 1, 'in', 'then', 'u2'), ('vi2', 'u1', 2, 'out', 'later', 'u2')`],
  '0006_leaving': [
    `insert into allocations values ('al2', 'p1', 'ch1', -100, 'then')`,
    `insert into leavings values ('le1', 'u1', '2026-11-30', 'days', 4000, 'p1', 'r1', 'then', 'u1', 'Asha', 'c1', 'digest')`,
  ],
  '0007_payment_methods': [
    `insert into payments values ('p2', 'u1', 'Asha', 2026, 2, '2026-27/000002', 500, 0, 'bank', 'N1', 'n1', '',
      '2026-11-07', '2026-11-07', 'then', 'u1', 'Asha', null, null, null, null, null, null, 0, '', 'p1', 'digest')`,
  ],
  '0008_shifts': [
    `insert into pieces values (1080)`,
    `insert into shifts values ('evening', 'Evening', 1080, 1320, 127, 60000, 'accent', null)`,
    `insert into users (id, name, name_folded, role, password_hash, slot, seat_number, created_at)
      values ('u5', 'Dev', 'dev', 'student', 'hash', 'evening', 9, 'then')`,
    `insert into seats values (9, 1080, 'u5')`,
  ],
  '0009_rooms': [
    `insert into rooms values ('ro1', 'वाचनालय', 'वाचनालय', 'Ground', 1, 'then')`,
    `insert into seat_details values (21, 'ro1', 'B1', 'b1', 5, 0, 2), (22, null, null, null, 0, null, null)`,
    `insert into seat_outages values ('ou1', 21, '2026-11-20', null, 'Chair is broken', 'then', 'u1', null, null)`,
  ],
  '0010_passes': [
    `insert into visitors values ('vs1', 'Meera', 'meera', '98200 11111', '919820011111', 'then', 'u2', null)`,
    `insert into payments values ('p3', null, 'Meera', 2026, 3, '2026-27/000003', 5000, 0, 'cash', '', '', '',
      '2026-11-26', '2026-11-26', 'then', 'u2', 'Deleted user', null, null, null, null, null, null, 0, '', null, null, 'vs1')`,
    `insert into day_passes values ('dp1', 'vs1', '2026-11-26', 'evening', 'Evening', 1080, 1320, 10, 'p3', 5000, 5000, '', 'then', 'u2', 'Deleted user')`,
    `insert into seat_days values ('2026-11-26', 10, 1080, 'dp1')`,
  ],
  '0011_lockers': [
    `insert into lockers values ('lo1', null, '12', '12', '000012', 'K१२', 'k१२', 10000, 'u1', '2026-11-20', 'then')`,
    `insert into lockers values ('lo2', null, '2', '2', '000002', null, null, null, null, null, 'then')`,
    `insert into locker_uses values ('lu1', 'lo2', '2', '2', 'u1', 'then', 'u1', 'later', 'u1', 1, ''),
      ('lu2', 'lo1', '12', '12', 'u1', 'later', 'u1', null, null, null, '')`,
    `insert into locker_charges values ('u1', 24322, 'lo1', 'ch2'), ('u1', 24321, 'lo2', null)`,
  ],
  '0012_shift_changes': [
    `insert into shift_changes values ('sc1', 'u1', '2026-11-20', 'morning', 'full-day', 7, 8, 60000, 90000, 11000, '', 'then', 'u1', 'Asha', 'c2', 'digest')`,
  ],
  '0013_push': [
    `insert into push_subscriptions values ('s1', 'u1', 'https://fcm.googleapis.com/fcm/send/x', 'key', 'secret', 'then')`,
    `insert into push_preferences values ('u1', 1, 1, 0, 1, 1, 0, '22:00', '06:30')`,
    `insert into push_days values ('dues', '2026-11-26'), ('accountEnds', '2026-11-26')`,
    `insert into notice_pushes values ('n1')`,
    `update receipt_pushes set receipt_year = 2026, receipt_count = 3`,
  ],
  '0014_bucket': [
    `insert into kept_contents values ('sha', 'then', 'node-1', null), ('gone', 'then', 'node-2', 'later')`,
    `insert into content_marks values ('node-1-sha', 'sha', 'then')`,
  ],
  '0015_delivered': [`insert into conversation_reads values ('cv1', 'u2', 0, 0, 1)`],
  '0016_marks': [
    `insert into mark_changes values ('u1', 3)`,
    `insert into marks values ('u1', 'd1', 'm1', 1, 'highlight', 4, 10, 15, 'waves', 'yellow', ''),
      ('u1', 'd1', 'm2', 3, 'deleted', null, null, null, null, null, null)`,
  ],
  '0017_nodes': [
    `insert into node_messages values (7, 'node-1', '[]', 1700000000000)`,
    `insert into limit_counts values ('key', 10, 1700000000000)`,
    `insert into extraction_leases values ('sha', 'node-1', 1700000000000, 2)`,
  ],
  '0018_growth': [],
  '0019_sums': [
    `insert into notice_reads values ('n1', 'u2', 'then')`,
    `delete from notice_reads where user_id = 'u2'`,
    `insert into message_reports values ('rp2', 'ms1', 'u3', '', 'then', 'upheld', 'u1', 'then', null, null)`,
  ],
  '0020_entries': [],
  '0021_returns': [],
  '0022_issued_names': [],
}

/** Every table with its columns, as `table.column`, with `?` if it may be null. */
const schemaOf = async ({ db }: Database): Promise<string[]> => {
  const tables = await db.introspection.getTables()
  return tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}${column.isNullable ? '?' : ''}`)).sort()
}

const rowCounts = async ({ db }: Database, tables: string[]): Promise<number[]> =>
  Promise.all(
    tables.map(async (table) => (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0),
  )

const tablesOf = (schema: string[]): string[] => [...new Set(schema.map((column) => column.split('.')[0] ?? ''))]

const recorded = async ({ db }: Database): Promise<string[]> =>
  (await sql<{ name: string }>`select name from migrations order by number`.execute(db)).rows.map((row) => row.name)

const addShelves: Migration = {
  name: '9999_shelves',
  up: async (db) => {
    await sql`create table shelves (id integer not null primary key)`.execute(db)
  },
}

const halfway: Migration = {
  name: addShelves.name,
  up: async (db, dialect) => {
    await addShelves.up(db, dialect)
    await sql`insert into secrets values ('half', 'v', 'then')`.execute(db)
    throw new Error('the power went out')
  },
}

type Opened = { next: () => Promise<Database>; close: () => Promise<void> }

const openSqlite = async (): Promise<Opened> => ({ next: async () => connectMemory(), close: async () => {} })

const openPostgres = async (): Promise<Opened> => {
  const database = kind === 'postgres' ? await connectTestPostgres() : connectPglite()
  return {
    next: async () => {
      await sql`drop schema public cascade`.execute(database.db)
      await sql`create schema public`.execute(database.db)
      return { ...database, close: async () => {} }
    },
    close: database.close,
  }
}

const endOf = async ({ next }: Opened): Promise<string[]> => {
  const fresh = await next()
  await migrate(fresh)
  const schema = await schemaOf(fresh)
  await fresh.close()
  return schema
}

let end: string[] = []

const dialects: [string, () => Promise<Opened>][] = [kind === 'sqlite' ? ['SQLite', openSqlite] : ['PostgreSQL', openPostgres]]

const starts = Array.from({ length: migrations.length + 1 }, (_, at) => at)

/** On PostgreSQL each takes seconds, so every fourth and the last ones are tried there; `TEST_HARD=on` tries all. */
const tried = kind === 'sqlite' || isHard ? starts : starts.filter((at) => at % 4 === 0 || at >= migrations.length - 1)

describe.each(dialects)('on %s', (dialect, open) => {
  let opened: Opened
  let database: Database
  beforeAll(async () => {
    opened = await open()
    end = await endOf(opened)
  }, 60_000)
  beforeEach(async () => {
    database = await opened.next()
    return () => database.close()
  })
  afterAll(() => opened.close())

  test.each(tried)('a database after %i migrations, with data in it, reaches the same end', async (upTo) => {
    await migrate(database, 0)
    for (const [at, { name }] of migrations.slice(0, upTo).entries()) {
      await migrate(database, at + 1)
      for (const statement of rowsAfter[name] ?? []) await sql.raw(statement).execute(database.db)
    }
    expect(await recorded(database)).toEqual(migrations.slice(0, upTo).map((one) => one.name))
    const before = tablesOf(await schemaOf(database)).filter(
      (name) => !['migrations', 'program_state'].includes(name) && !name.startsWith('search_'),
    )
    expect((await rowCounts(database, before)).filter((count) => count === 0)).toEqual([])
    await migrate(database)
    expect(await schemaOf(database)).toEqual(end)
    expect(await recorded(database)).toEqual(migrations.map((one) => one.name))
  })

  test('sums up the dues of people, and of deleted people separately', async () => {
    await migrate(database)
    for (const [id, deletedAt] of [
      ['here', null],
      ['gone', 'then'],
    ])
      await sql`insert into users (id, name, name_folded, role, password_hash, created_at, deleted_at)
        values (${id}, 'x', 'x', 'student', 'x', 'then', ${deletedAt})`.execute(database.db)
    const fees = [
      ['here', 700, 0, '2026-10-05'],
      ['here', 700, 200, '2026-11-05'],
      ['here', 300, 0, '2026-11-05'],
      ['here', 700, 700, '2026-09-05'],
      ['gone', 900, 100, '2026-11-05'],
    ] as const
    for (const [at, [id, amount, paid, day]] of fees.entries())
      await sql`insert into charges values (${`c${at}`}, ${id}, 'late', 24322, ${amount}, ${amount}, ${paid}, ${day}, '', 1,
        ${paid < amount ? null : 'then'}, null, 'then')`.execute(database.db)
    const dues = sql<{
      due: string
    }>`select is_deleted || ' ' || due_on || ' ' || until || ' ' || students || ' ' || charges || ' ' || owed as due from fee_dues order by 1`
    expect((await dues.execute(database.db)).rows.map(({ due }) => due)).toEqual([
      '0 2026-10-05 2026-11-05 1 1 700',
      '0 2026-11-05 never 1 2 800',
      '1 2026-11-05 never 1 1 800',
    ])
    const accounts = sql<{ account: string }>`select user_id || ' ' || is_deleted || ' ' || since as account from fee_accounts order by 1`
    expect((await accounts.execute(database.db)).rows.map(({ account }) => account)).toEqual(['gone 1 2026-11-05', 'here 0 2026-10-05'])
    await sql`delete from charges where id in ('c1', 'c2')`.execute(database.db)
    await sql`update charges set due_on = '2026-12-05' where id = 'c4'`.execute(database.db)
    expect((await dues.execute(database.db)).rows.map(({ due }) => due)).toEqual([
      '0 2026-10-05 never 1 1 700',
      '1 2026-12-05 never 1 1 800',
    ])
    await sql`update charges set user_id = 'here' where id = 'c4'`.execute(database.db)
    expect((await dues.execute(database.db)).rows.map(({ due }) => due)).toEqual([
      '0 2026-10-05 2026-12-05 1 1 700',
      '0 2026-12-05 never 1 1 800',
    ])
  })

  test('phone numbers of earlier versions become names to sign in by', async () => {
    const before = migrations.findIndex(({ name }) => name === '0004_phones')
    await migrate(database, before)
    const phones = ['98206 28374', '+91 98206-28374', '0091 (098206) 28374', '+977 980 1234567', '022 2345 6789', '101', '', null]
    for (const [at, phone] of phones.entries())
      await sql`insert into users (id, name, name_folded, role, password_hash, phone, created_at)
        values (${`p${at}`}, 'x', 'x', 'student', 'x', ${phone}, 'then')`.execute(database.db)
    await migrate(database)
    const { rows } = await sql<{ folded: string | null }>`select phone_folded as folded from users order by id`.execute(database.db)
    expect(rows.map(({ folded }) => folded)).toEqual(phones.map((phone) => foldPhone(phone) ?? null))
    expect(rows.map(({ folded }) => folded)).toEqual([...Array(3).fill('919820628374'), '9779801234567', null, null, null, null])
  })

  test('payments and refunds keep their rows and references when payment methods become rows', async () => {
    const before = migrations.findIndex(({ name }) => name === '0007_payment_methods')
    for (const [at, { name }] of migrations.slice(0, before).entries()) {
      await migrate(database, at + 1)
      for (const statement of rowsAfter[name] ?? []) await sql.raw(statement).execute(database.db)
    }
    const replacing = (rowsAfter['0007_payment_methods'] ?? [])[0] ?? ''
    await sql.raw(replacing).execute(database.db)
    const rows = async () => [
      // The column of visitors is added later.
      (await sql<object>`select * from payments order by id`.execute(database.db)).rows.map((row) => ({ ...row, visitorId: null })),
      (await sql`select * from refunds order by id`.execute(database.db)).rows,
      await rowCounts(database, ['allocations', 'refund_lines', 'receipt_prints', 'leavings']),
    ]
    const kept = await rows()
    await migrate(database)
    expect(await rows()).toEqual(kept)
    await expect(sql`delete from payments where id = 'p1'`.execute(database.db)).rejects.toThrow(/foreign key/i)
    for (const table of ['payments', 'refunds'])
      await expect(sql`update ${sql.table(table)} set method = 'gold'`.execute(database.db)).rejects.toThrow(/foreign key/i)
  })

  test('everybody keeps their seat, slot and fee when the slots become shifts', async () => {
    const before = migrations.findIndex(({ name }) => name === '0008_shifts')
    for (const [at, { name }] of migrations.slice(0, before).entries()) {
      await migrate(database, at + 1)
      for (const statement of rowsAfter[name] ?? []) await sql.raw(statement).execute(database.db)
    }
    // Bela's seat was given away in the morning, and is kept for her in the afternoon.
    for (const statement of [
      `update customization set hall = '{"seats":40,"slotFees":{"morning":600.5,"afternoon":null,"full-day":1400},"upiId":"hall@okbank"}'`,
      `update users set slot = 'full-day', former_seat = 8 where id = 'u3'`,
      `update users set slot = 'morning', seat_number = 8 where id = 'u4'`,
      `insert into seats values (8, 'afternoon', 'u3'), (8, 'morning', 'u4')`,
    ])
      await sql.raw(statement).execute(database.db)
    const people = async () => (await sql`select * from users order by id`.execute(database.db)).rows
    const counted = ['sessions', 'charges', 'payments', 'messages', 'audit', 'stays', 'visits', 'leavings', 'fee_accounts', 'fee_dues']
    const kept = [await people(), await rowCounts(database, counted)]
    const triggers = async () =>
      dialect === 'SQLite'
        ? (
            await sql`select type, name from sqlite_schema where tbl_name = 'users' and sql is not null order by type, rowid`.execute(
              database.db,
            )
          ).rows
        : []
    const parts = await triggers()
    await migrate(database, before + 1)
    expect(await triggers()).toEqual(parts)
    await migrate(database)
    expect([await people(), await rowCounts(database, counted)]).toEqual(kept)
    expect((await sql`select * from seats order by seat_number, piece`.execute(database.db)).rows).toEqual([
      { seatNumber: 7, piece: 0, userId: 'u1' },
      { seatNumber: 7, piece: 840, userId: 'u1' },
      { seatNumber: 8, piece: 0, userId: 'u4' },
      { seatNumber: 8, piece: 840, userId: 'u3' },
    ])
    const { rows: shifts } = await sql<{ key: string; fee: number | string | null }>`select key, fee from shifts order by key`.execute(
      database.db,
    )
    expect(shifts.map(({ key, fee }) => [key, fee === null ? null : Number(fee)])).toEqual([
      ['afternoon', null],
      ['full-day', 140_000],
      ['morning', 60_050],
    ])
    const { rows: hall } = await sql<{ hall: string }>`select hall from customization`.execute(database.db)
    expect(hall.map((row) => JSON.parse(row.hall))).toEqual([{ seats: 40, upiId: 'hall@okbank' }])
    await expect(sql`delete from users where id = 'u1'`.execute(database.db)).rejects.toThrow(/foreign key/i)
    await expect(sql`update users set slot = 'night' where id = 'u1'`.execute(database.db)).rejects.toThrow(/foreign key/i)
    await expect(sql`insert into seats values (7, 840, 'u4')`.execute(database.db)).rejects.toThrow(/unique/i)
    await sql`update users set deleted_at = 'then' where id = 'u1'`.execute(database.db)
    const { rows: moved } = await sql<{ deleted: number }>`select is_deleted as deleted from fee_accounts where user_id = 'u1'`.execute(
      database.db,
    )
    expect(moved).toEqual([{ deleted: 1 }])
  })

  test('each start adds the payment methods that are new in the program, and refuses those of a newer one', async () => {
    await migrate(database)
    const names = async () =>
      (await sql<{ name: string }>`select name from payment_methods`.execute(database.db)).rows.map(({ name }) => name).toSorted()
    await sql`delete from payment_methods where name = 'bank'`.execute(database.db)
    await migrate(database)
    expect(await names()).toEqual(paymentMethods.toSorted())
    await sql`insert into payment_methods values ('gold')`.execute(database.db)
    await expect(migrate(database)).rejects.toThrow(SchemaError)
    await expect(migrate(database)).rejects.toThrow(/newer version of Carrel.*the unknown payment method "gold"/)
  })

  test('migrating again changes nothing', async () => {
    await migrate(database)
    await migrate(database)
    expect(await recorded(database)).toEqual(migrations.map((one) => one.name))
  })

  test('a migration that is interrupted leaves nothing and is completed by the next start', async () => {
    await migrate(database)
    await expect(migrate(database, undefined, [...migrations, halfway])).rejects.toThrow('the power went out')
    expect(await schemaOf(database)).toEqual(end)
    expect(await rowCounts(database, ['secrets'])).toEqual([0])
    expect(await recorded(database)).toEqual(migrations.map((one) => one.name))
    await migrate(database, undefined, [...migrations, addShelves])
    expect(await rowCounts(database, ['shelves'])).toEqual([0])
  })

  test('a database with all migrations of the versions before 0.9.0 keeps its rows, and its migrations are renamed', async () => {
    await migrate(database, 1)
    for (const statement of rowsAfter[migrations[0]?.name ?? ''] ?? []) await sql.raw(statement).execute(database.db)
    const before = await schemaText(database)
    await giveEarlierNames(database)
    await migrate(database, 1)
    expect(await recorded(database)).toEqual(['0001_schema'])
    expect(await schemaText(database)).toBe(before)
    const { rows } = await sql<{ at: string }>`select applied_at as at from migrations`.execute(database.db)
    expect(rows).toEqual([{ at: '2026-01-30' }])
  })

  test('refuses a database with only some of them in one sentence', async () => {
    await migrate(database, 0)
    for (const count of [1, 12, earlierMigrations.length - 1]) {
      await giveEarlierNames(database, count)
      const refused = migrate(database)
      await expect(refused).rejects.toThrow(SchemaError)
      await expect(refused).rejects.toThrow(
        `The database is too old for this version of Carrel (its last migration is "${earlierMigrations[count - 1]}"): first start, once, a version from before 0.9.0 that has all migrations up to "0030_refund_references".`,
      )
      expect(await recorded(database)).toEqual(earlierMigrations.slice(0, count))
    }
  })

  test('a version before 0.9.0 that starts later refuses the database and leaves it unchanged', async () => {
    await migrate(database)
    const before = earlierMigrations.map((name) => ({ name, up: async () => {} }))
    await expect(migrate(database, undefined, before)).rejects.toThrow(/newer version of Carrel.*0001_schema/)
    expect(await recorded(database)).toEqual(migrations.map((one) => one.name))
  })

  test('unknown migrations after the earlier ones are those of a newer version', async () => {
    await migrate(database, 0)
    await giveEarlierNames(database)
    await sql`insert into migrations values (31, '0031_lockers', 'then')`.execute(database.db)
    await expect(migrate(database)).rejects.toThrow(/newer version of Carrel.*0031_lockers/)
    expect(await recorded(database)).toEqual([...earlierMigrations, '0031_lockers'])
  })

  test('an older program refuses a newer database in one sentence and leaves it unchanged', async () => {
    await migrate(database, undefined, [...migrations, addShelves])
    const refused = migrate(database)
    await expect(refused).rejects.toThrow(SchemaError)
    await expect(refused).rejects.toThrow(/newer version of Carrel.*9999_shelves/)
    expect(await recorded(database)).toEqual([...migrations.map((one) => one.name), '9999_shelves'])
  })
})

test.skipIf(kind === 'sqlite')('both databases end with the same tables, columns and nullability', async () => {
  const onSqlite = await endOf(await openSqlite())
  expect(onSqlite.length).toBeGreaterThan(50)
  // Full-text search is the one difference.
  const shared = (columns: string[]) => columns.filter((column) => !column.startsWith('search_'))
  expect(shared(onSqlite)).toEqual(shared(end))
  for (const columns of [onSqlite, end]) expect(columns.length).toBeGreaterThan(shared(columns).length)
})

/** Returns the digest of a migration: of its file and, if it has a folder of parts, of these by name. */
const digestOf = async (folder: string, name: string): Promise<string> => {
  const parts = globSync(join(folder, name, '*.ts')).toSorted()
  const texts = await Promise.all([join(folder, `${name}.ts`), ...parts].map((file) => readFile(file, 'utf8')))
  return createHash('sha256').update(texts.join('\n').replaceAll('\r\n', '\n')).digest('hex')
}

describe('the list of migrations', () => {
  const folder = join(import.meta.dirname, 'server/db/migrations')
  test('names every file of the folder, in its order', async () => {
    const files = globSync(join(folder, '*.ts'))
      .map((file) => basename(file, '.ts'))
      .toSorted()
    expect(migrations.map((one) => one.name)).toEqual(files)
    expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, at) => at + 1))
  })

  test('has data for every one of them', () => {
    expect(Object.keys(rowsAfter)).toEqual(migrations.map((one) => one.name))
  })

  test('has the digest of each, which never changes after the release: write another migration instead', async () => {
    const digests = await Promise.all(migrations.map(async ({ name }) => ({ name, sha256: await digestOf(folder, name) })))
    expect(migrations.map(({ name, sha256 }) => ({ name, sha256 }))).toEqual(digests)
  })

  test('consists of files that import only kysely, Node and their own parts, never code of the program, which changes', async () => {
    const files = globSync(join(folder, '**/*.ts'))
    expect(files.length).toBeGreaterThan(migrations.length)
    for (const file of files) {
      const source = await readFile(file, 'utf8')
      const imported = [...source.matchAll(/from '([^']+)'|import\('([^']+)'\)/g)].map((match) => match[1] ?? match[2] ?? '')
      const own = dirname(file) === folder ? `./${basename(file, '.ts')}/` : './'
      expect(imported.filter((name) => name !== 'kysely' && !name.startsWith('node:') && !name.startsWith(own))).toEqual([])
    }
  })
})
