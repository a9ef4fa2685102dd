import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectMemory, type Database } from '#server/db/connect.ts'
import { cellOf } from '#server/db/messageIndex.ts'
import { messageIndexOf } from '#server/db/messageIndexOf.ts'
import { type Migration, migrate, migrations, NewerSchemaError } from '#server/db/migrate.ts'
import { transact } from '#server/db/transact.ts'
import { textQuery, wordsOf } from '#server/db/words.ts'
import { connectPglite } from '#server/testing/pglite.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'

const kind = process.env.TEST_DATABASE || 'sqlite'

/** Rows as a database of that age holds them, at least one in each table that the migration makes. Frozen like the migration. */
const rowsAfter: Record<string, string[]> = {
  '0001_foundation': [
    `insert into users (id, name, name_folded, email, email_folded, role, password_hash, slot, seat_number, created_at)
      values ('u1', 'Asha', 'asha', 'Asha@x.in', 'asha@x.in', 'student', 'hash', 'full-day', 7, '2026-11-21T05:30:00.000Z')`,
    `insert into users (id, name, name_folded, role, password_hash, created_at, deleted_at)
      values ('u2', 'Deleted user', 'deleted user', 'manager', 'hash', '2026-11-21T05:30:00.000Z', '2026-11-22T05:30:00.000Z')`,
    `insert into seats values (7, 'morning', 'u1'), (7, 'afternoon', 'u1')`,
    `insert into sessions values ('s1', 'u1', 'token', 'Firefox', 'then', 'then', 'later')`,
    `insert into sign_in_addresses values ('u1', '192.0.2.1', 'then')`,
    `insert into one_time_keys values ('k1', 'setup', null, 'then', 'later'), ('k2', 'reset', 'u1', 'then', 'later')`,
    `insert into audit values ('a1', 'then', 'u1', 'Asha', 'users.create', 'u2', null, '{}')`,
    `insert into secrets values ('file-links', 'ff', 'then')`,
    `insert into revisions values ('documents', 5)`,
    `insert into files values ('sha', 5000000000, 'application/pdf', 'then')`,
    `insert into categories values ('c1', 'Law', 'law', null, 0, 'then'), ('c2', 'Civil', 'civil', 'c1', 1, 'then')`,
    `insert into documents values ('d1', 'Book', 'book', 'c2', 'sha', 'book.pdf', 'u1', 'then', null, null)`,
    `insert into documents values ('d2', 'Gone', 'gone', null, 'sha', 'gone.pdf', 'u1', 'then', 'later', 'u1')`,
    `insert into favorites values ('u1', 'd1', 'then')`,
  ],
  '0002_reading_room': [
    `update users set picture_sha256 = 'sha' where id = 'u1'`,
    `update categories set image_sha256 = 'sha' where id = 'c1'`,
    `insert into extractions values ('sha', 'done', 40, 'sha', 'then')`,
    `insert into page_texts values ('sha', 1, 'पहला page')`,
    `insert into reading_progress values ('u1', 'd1', 40, 'then')`,
  ],
  '0003_text_search': [`insert into documents values ('d3', 'Later', 'later', null, 'sha', 'later.pdf', 'u1', 'then', null, null)`],
  '0004_document_counts': [`update documents set category_id = 'c1' where id = 'd3'`],
  '0005_locks': [`insert into locks values ('users')`],
  '0006_deleted_people': [`update users set phone = '1' where id = 'u1'`],
  '0007_office': [
    `insert into themes values ('t1', 1, 'Dusk', 'dusk', '{}', 'u1', 'then')`,
    `insert into customization values ('only', 'Carrel', 'sha', 'logo.png', 1, 40, 't1', '{}', '{}', '{}')`,
    `insert into notices values ('n1', 'Closed', 'Sunday', 'banner', 0, 8, 'then', 'later', 1, 'sha', 'plan.pdf', 'u1', 'then', 'then')`,
    `insert into notice_targets values ('n1', 'u1')`,
    `insert into notice_reads values ('n1', 'u1', 'then')`,
    `insert into announcements values ('a1', 'Open', 'All day', 3, null, 1, 'u1', 'then', 'then')`,
    `insert into gallery_images values ('g1', 'Hall', '', 0, 1, 'sha', 'sha', 'sha', 800, 400, 'data:', 'u1', 'then')`,
    `insert into thoughts values ('t1', 'Read', 'Asha', 1, 1, 'then')`,
  ],
  '0008_money': [
    `update users set monthly_fee = 120000 where id = 'u1'`,
    `insert into stays values ('u1', '2025-01-05', '2025-06-30')`,
    `insert into openings values ('u1', 24320, 24319, 50000, 'u1', 'then')`,
    `insert into charges values ('ch1', 'u1', 'monthly', 24322, 100000, 90000, 90000, '2026-11-05', '', 1, 'then', 'u1', 'then')`,
    `insert into charges values ('ch2', 'u1', 'late', 24322, 5000, 5000, 0, '2026-11-05', '', 0, null, null, 'then')`,
    `insert into adjustments values ('ad1', 'ch1', 'concession', -10000, 'Sibling', 'u1', 'Asha', 'then')`,
    `insert into payments values ('p1', 'u1', 'Asha', 2026, 1, '2026-27/000001', 100000, 6000, 'cash', '', '', '',
      '2026-11-05', '2026-11-05', 'then', 'u1', 'Asha', null, null, null, null, null, null)`,
    `insert into allocations values ('al1', 'p1', 'ch1', 90000, 'then')`,
    `insert into refunds values ('r1', 'u1', 'Asha', 2026, 1, 'R/2026-27/000001', 4000, 'cash', '', 'Left early',
      '2026-11-06', '2026-11-06', 'then', 'u1', 'Asha', null, null, null, null, null, null)`,
    `insert into refund_lines values ('rl1', 'r1', 'p1', null, 4000)`,
    `insert into number_series values ('receipt', 2026, 1), ('refund', 2026, 1)`,
    `insert into receipt_book values ('only', null)`,
    `insert into closings values ('cl1', '2026-11-05', 1, 50000, 100000, 0, 0, 150000, 150000, 'Asha', '', 'u1', 'Asha', 'then')`,
    `insert into reminders values ('rm1', 'u1', 'sms', 5000, 'u1', 'Asha', 'then')`,
  ],
  '0009_instance': [
    `insert into instance values ('only', 'epoch', 'then', 'then', 'carrel-2026-11-22T053000Z.tar')`,
    `insert into chores values ('backup', null, 'runner', 'then', '{}', 'then', 'done', '{}')`,
  ],
  '0010_audit': [`insert into audit values ('a2', 'then', 'u1', 'Asha', 'users.update', 'u2', '{}', '{}')`],
  '0011_reports': [
    `insert into charges values ('c-deposit', 'u1', 'deposit', 24322, 100000, 90000, 90000, '2026-11-05', '', 1, 'then', 'u1', 'then')`,
  ],
  '0012_chat': [
    `update customization set chat = '{}'`,
    `insert into conversations values ('cv1', 'group', null, 'Law', 'law', '', null, 'all', 1, 1, 0, 'ms1', null, 'u1', 'then', 'then', null)`,
    `insert into conversation_members values ('cv1', 'u1', 0, 'then')`,
    `insert into conversation_reads values ('cv1', 'u1', 1, 0)`,
    `insert into conversation_settings values ('cv1', 'u1', 'later', 'mentions')`,
    `insert into messages values ('ms1', 'cv1', 1, 0, 'file', 'u1', 'x', 'नमस्ते', null, 'then', null, null, null, null)`,
    `insert into message_versions values ('mv1', 'ms1', 'Hello', 'u1', 'then')`,
    `insert into message_reactions values ('mr1', 'ms1', 'u1', '👍')`,
    `insert into message_mentions values ('ms1', 'u1', 'cv1', 1)`,
    `insert into blocks values ('u1', 'u2', 'then')`,
    `insert into attachments values ('at1', 'ms1', 'sha', null, 'plan.pdf', null, null, 'then')`,
    `insert into presence values ('u1', 'then', 0)`,
    `insert into message_flags values ('ms1', 'u1', 'Rude', 'then')`,
    `insert into message_reports values ('rp1', 'ms1', 'u2', '', 'then', null, null, null, null)`,
    `insert into writing_stops values ('u1', 'later', '', 'u2', 'then')`,
  ],
  '0013_message_search': [`update messages set deleted_at = 'then' where id = 'ms1'`],
  '0014_encryption': [
    `insert into devices values ('de1', 'u1', 'browser', 'Chrome', 'pem', null, null, 'then', 'then', null)`,
    `insert into conversation_keys values ('cv1', 1, 'u1', 'de1', '[]', 'then')`,
    `insert into conversation_key_wraps values ('cv1', 1, 'de1', 'key', 'sig', null)`,
    `insert into message_ciphertexts values ('ms1', 1, 'cv1', 1, 'iv', 'A256GCM', 'de1', 'u1', null, null, null, null, 'then')`,
    `update conversations set key_version = 1, encrypted_at = 'then' where id = 'cv1'`,
  ],
  '0015_upload_ids': [`update documents set client_id = 'up1' where id = 'd3'`],
  '0016_kept_seats': [
    `insert into users (id, name, name_folded, role, password_hash, slot, termination_date, former_seat, created_at)
      values ('u3', 'Bela', 'bela', 'student', 'hash', 'morning', '2026-11-20', 7, 'then')`,
  ],
  '0017_people_search': [`update users set phone = '+91 98765-43210' where id = 'u3'`],
  '0018_dues': [`insert into charges values ('ch3', 'u3', 'late', 24323, 700, 700, 0, '2026-12-05', '', 1, null, null, 'then')`],
  '0019_people_lists': [`update users set termination_date = null where id = 'u3'`],
  '0020_dues_by_statement': [`update charges set due_on = '2026-12-06' where id = 'ch3'`],
  '0021_people_by_name': [`update users set phone = '98765 43210' where id = 'u3'`],
  '0022_cell_ends': [`update messages set content = 'Later' where id = 'ms1'`],
  '0023_paid_fees': [`update charges set due_on = '2026-12-07' where id = 'ch3'`],
  '0024_built_in_groups': [`insert into conversation_reads values ('general', 'u1', 0, 1)`],
  '0025_deleted_texts': [`update files set created_at = '' where sha256 = 'sha'`],
  '0026_cash_box': [
    `insert into cash_moves values ('cm1', '2026-11-06T05:30:00.000Z', 'out', 'be1', -500)`,
    `insert into box_entries values ('be1', 'out', 500, 'Water', null, '2026-11-06', 'then', 'u1', 'Asha', null, null, null, null, null, null)`,
    `insert into closings values ('cl2', '2026-11-06', 1, 0, 0, 0, 0, 0, 0, 'Asha', '', 'u1', 'Asha', 'then', 'then', 0, 0, 'cb1')`,
    `insert into hand_overs values ('ho1', 'cl2', 500, 'Asha', 'then', 'u1', 'Asha')`,
    `insert into month_locks values (24300, 'then', null, '')`,
    `insert into receipt_prints values ('p1', 'then', 'u1', 'Asha')`,
    `insert into concessions values ('co1', 'u1', 'monthly-fee', 120000, 100000, 'Sibling', 'then', 'u1', 'Asha')`,
    `insert into number_corrections values ('nc1', 'receipt', 2026, 0, 1, 'then', 'u1', 'Asha')`,
  ],
  '0027_journal': [
    `insert into journal values (2, 'payment', 'p1', 'digest', 'prev', 'hash')`,
    `insert into journal_genesis values ('later', 'p1', 'digest')`,
    `insert into audit_unsealed values ('a1')`,
  ],
  '0028_message_changes': [`update messages set content = 'Still later' where id = 'ms1'`],
  '0029_device_lists': [
    `insert into device_lists values ('u1', 0, 0, 'hash', '{}', 'then')`,
    `insert into trust_books values ('u1', 1, '{}')`,
    `update devices set state = 'trusted' where id = 'de1'`,
    `update conversation_keys set header = '{}', version_hash = 'hash' where conversation_id = 'cv1'`,
    `update message_ciphertexts set v = 2, version_hash = 'hash', first_device_id = 'de1', head = 'hash' where message_id = 'ms1'`,
  ],
  '0030_refund_references': [`update refunds set reference = '40123456', reference_reason = 'One transfer' where id = 'r1'`],
}

/** Every table with its columns, as `table.column` with `?` where it may be null. */
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

const addLockers: Migration = {
  name: '9999_lockers',
  up: async (db) => {
    await sql`create table lockers (id integer not null primary key)`.execute(db)
  },
}

const halfway: Migration = {
  name: addLockers.name,
  up: async (db, dialect) => {
    await addLockers.up(db, dialect)
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

const ends: Record<string, string[]> = {}

const dialects: [string, () => Promise<Opened>][] = [['SQLite', openSqlite]]
if (kind !== 'sqlite') dialects.push(['PostgreSQL', openPostgres])

describe.each(dialects)('on %s', (dialect, open) => {
  let opened: Opened
  let database: Database
  beforeAll(async () => {
    opened = await open()
    const fresh = await opened.next()
    await migrate(fresh)
    ends[dialect] = await schemaOf(fresh)
    await fresh.close()
  }, 60_000)
  beforeEach(async () => {
    database = await opened.next()
    return () => database.close()
  })
  afterAll(() => opened.close())

  test.each(Array.from({ length: migrations.length + 1 }, (_, at) => at))(
    'a database after %i migrations, with data in it, reaches the same end',
    async (upTo) => {
      await migrate(database, 0)
      for (const [at, { name }] of migrations.slice(0, upTo).entries()) {
        await migrate(database, at + 1)
        for (const statement of rowsAfter[name] ?? []) await sql.raw(statement).execute(database.db)
      }
      expect(await recorded(database)).toEqual(migrations.slice(0, upTo).map((one) => one.name))
      const before = tablesOf(await schemaOf(database)).filter((name) => name !== 'migrations' && !name.startsWith('search_'))
      expect((await rowCounts(database, before)).filter((count) => count === 0)).toEqual([])
      await migrate(database)
      expect(await schemaOf(database)).toEqual(ends[dialect])
      expect(await recorded(database)).toEqual(migrations.map((one) => one.name))
    },
  )

  test('seats of accounts that were over before 0016 are kept for the person who left last, where nobody sits', async () => {
    await migrate(database, 15)
    const people = [
      ['sits', 'morning', 7, null],
      ['lost', 'full-day', 7, '2026-11-01'],
      ['first', 'morning', 8, '2026-10-01'],
      ['last', 'full-day', 8, '2026-11-01'],
      ['alone', 'afternoon', 9, '2026-11-01'],
    ] as const
    for (const [id, slot, seat, end] of people)
      await sql`insert into users (id, name, name_folded, role, password_hash, slot, seat_number, termination_date, created_at)
        values (${id}, 'x', 'x', 'student', 'x', ${slot}, ${seat}, ${end}, 'then')`.execute(database.db)
    await sql`insert into seats values (7, 'morning', 'sits')`.execute(database.db)
    await migrate(database)
    const seats = await sql`select seat_number || ' ' || half || ' ' || user_id as seat from seats order by 1`.execute(database.db)
    expect(seats.rows).toEqual(
      ['7 afternoon lost', '7 morning sits', '8 afternoon last', '8 morning last', '9 afternoon alone'].map((seat) => ({ seat })),
    )
    const { rows } = await sql<{
      id: string
    }>`select id from users where former_seat is not null and seat_number is null order by id`.execute(database.db)
    expect(rows.map(({ id }) => id)).toEqual(['first', 'lost'])
  })

  test('what was owed before 0018 is in the sums of dues, that of deleted people apart', async () => {
    await migrate(database, 17)
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
    await migrate(database)
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

  test('what was said before 0025 is found as before, and what was deleted is not', async () => {
    await migrate(database, 24)
    const said = [
      ['m1', 'The seat is FREE, the seat by the fan'],
      ['m2', '…'],
      ['m3', 'A zebra'],
      ['m4', 'विद्यालय की पुस्तक'],
    ] as const
    await sql`insert into users (id, name, name_folded, role, password_hash, created_at) values ('u1', 'x', 'x', 'student', 'x', 'then')`.execute(
      database.db,
    )
    const ofCell = (text: string) => wordsOf(text).map((word) => cellOf('general', 0) + word)
    for (const [at, [id, text]] of said.entries()) {
      await sql`insert into messages (id, conversation_id, seq, change, type, sender_id, client_id, content, created_at)
        values (${id}, 'general', ${at + 1}, 0, 'text', 'u1', ${id}, ${text}, 'then')`.execute(database.db)
      if (dialect === 'PostgreSQL') await messageIndexOf(database.db).put(database.db, { id, conversationId: 'general', seq: at + 1, text })
      else {
        await sql`insert into search_messages (number, message_id) values (${at + 1}, ${id})`.execute(database.db)
        await sql`insert into search_message_words (rowid, words) values (${at + 1}, ${ofCell(text).join(' ')})`.execute(database.db)
      }
    }
    await sql`update messages set deleted_at = 'then', content = null where id = 'm3'`.execute(database.db)
    await migrate(database)
    const index = messageIndexOf(database.db)
    const find = async (typed: string) => {
      const query = textQuery(typed)
      return query && index.find(database.db, query, { cells: [cellOf('general', 0)], before: undefined, most: 10 })
    }
    expect([await find('"seat is free"'), await find('the fa'), await find('zebra'), await find('पुस्तक')]).toEqual([
      ['m1'],
      ['m1'],
      [],
      ['m4'],
    ])
    await transact(database.db, async (tx) => {
      for (const [at, [id, text]] of said.entries()) await index.remove(tx, [{ id, conversationId: 'general', seq: at + 1, text }])
    })
    await index.erase(database.db)
    const rows = dialect === 'PostgreSQL' ? sql`select 1 from search_messages` : sql`select 1 from search_message_words_docsize`
    expect([await find('seat'), (await rows.execute(database.db)).rows]).toEqual([[], []])
  })

  test.each([
    ['an empty database', [], []],
    ['a hall that never chose', [], ['u1'], true],
    [
      'a hall that saved other settings',
      [`insert into customization (id, show_logo, logo_size, chat) values ('only', 0, 40, '{"showPresence":false}')`],
      ['u1'],
      true,
    ],
    [
      'a hall that switched it off',
      [`insert into customization (id, show_logo, logo_size, chat) values ('only', 0, 40, '{"allowEncryption":false}')`],
      ['u1'],
      false,
    ],
  ] as [string, string[], string[], boolean?][])('0029 keeps encryption as it was in %s', async (_, statements, people, expected) => {
    await migrate(database, 27)
    for (const id of people)
      await sql`insert into users (id, name, name_folded, role, password_hash, created_at) values (${id}, 'x', 'x', 'admin', 'x', 'then')`.execute(
        database.db,
      )
    for (const statement of statements) await sql.raw(statement).execute(database.db)
    await migrate(database)
    const { rows } = await sql<{ chat: string }>`select chat from customization`.execute(database.db)
    expect(rows.map(({ chat }) => JSON.parse(chat).allowEncryption)).toEqual(expected === undefined ? [] : [expected])
  })

  test('migrating again changes nothing', async () => {
    await migrate(database)
    await migrate(database)
    expect(await recorded(database)).toEqual(migrations.map((one) => one.name))
  })

  test('a migration that breaks off leaves nothing and is finished by the next start', async () => {
    await migrate(database)
    await expect(migrate(database, undefined, [...migrations, halfway])).rejects.toThrow('the power went out')
    expect(await schemaOf(database)).toEqual(ends[dialect])
    expect(await rowCounts(database, ['secrets'])).toEqual([0])
    expect(await recorded(database)).toEqual(migrations.map((one) => one.name))
    await migrate(database, undefined, [...migrations, addLockers])
    expect(await rowCounts(database, ['lockers'])).toEqual([0])
  })

  test('an older program refuses a newer database in one sentence and leaves it alone', async () => {
    await migrate(database, undefined, [...migrations, addLockers])
    const refused = migrate(database)
    await expect(refused).rejects.toThrow(NewerSchemaError)
    await expect(refused).rejects.toThrow(/newer version of Carrel.*9999_lockers/)
    expect(await recorded(database)).toEqual([...migrations.map((one) => one.name), '9999_lockers'])
  })
})

test.skipIf(kind === 'sqlite')('both databases end with the same tables, columns and nullability', () => {
  expect(ends.SQLite?.length).toBeGreaterThan(50)
  // How texts are searched is the one thing in which they differ.
  const shared = (columns: string[] = []) => columns.filter((column) => !column.startsWith('search_'))
  expect(shared(ends.SQLite)).toEqual(shared(ends.PostgreSQL))
  for (const columns of Object.values(ends)) expect(columns.length).toBeGreaterThan(shared(columns).length)
})

describe('the list of migrations', () => {
  const folder = join(import.meta.dirname, 'server/db/migrations')

  test('names every file of the folder, in its order', async () => {
    const files = (await readdir(folder)).sort()
    expect(migrations.map((one) => `${one.name}.ts`)).toEqual(files)
    expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, at) => at + 1))
  })

  test('has data for every one of them', () => {
    expect(Object.keys(rowsAfter)).toEqual(migrations.map((one) => one.name))
  })

  test('is of files that import kysely, what Node brings, and nothing of the program, which changes', async () => {
    for (const { name } of migrations) {
      const source = await readFile(join(folder, `${name}.ts`), 'utf8')
      const imported = [...source.matchAll(/from '([^']+)'|import\('([^']+)'\)/g)].map((match) => match[1] ?? match[2])
      expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual(['kysely'])
    }
  })
})
