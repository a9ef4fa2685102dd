import { type Kysely, sql } from 'kysely'

/*
 * Indexes, and more sums that triggers maintain: the money of each month, the readers of each notice, and the flags and open
 * reports of each conversation. They are added by the database, so that nodes of the release before keep them right too. The
 * triggers are made first: on PostgreSQL, others wait with their writes from then on until the existing rows are counted.
 */

type Row = 'old' | 'new'
type Sign = '-' | ''
type Types = { text: string; bigint: string; end: string }

const types: Record<'sqlite' | 'postgres', Types> = {
  sqlite: { text: 'text', bigint: 'integer', end: ' strict' },
  postgres: { text: 'text collate "C"', bigint: 'bigint', end: '' },
}

const tables = ({ text, bigint, end }: Types): string[] => [
  `create table money_months (
    month ${text} not null,
    source ${text} not null check (source in ('payment', 'payment-void', 'refund', 'refund-void', 'out', 'out-void', 'in', 'in-void')),
    amount ${bigint} not null,
    primary key (month, source)
  )${end}`,
  `create table notice_read_counts (
    notice_id ${text} not null primary key references notices (id) on delete cascade,
    readers integer not null
  )${end}`,
  `create table conversation_marks (
    conversation_id ${text} not null primary key references conversations (id),
    flags integer not null,
    reports integer not null
  )${end}`,
  'create index message_reports_awaiting on message_reports (created_at, message_id, id) where outcome is null',
  // What was entered in a month, which the checks of the month look through.
  'create index box_entries_entered on box_entries (entered_at, id)',
  'create index refunds_entered on refunds (entered_at, id)',
]

/** Tables with money that is booked on a day and may be voided on another, and where it comes from. */
const money: readonly [table: string, source: (row: string) => string][] = [
  ['payments', () => `'payment'`],
  ['refunds', () => `'refund'`],
  ['box_entries', (row) => `${row}.kind`],
]

const addToMonth = 'on conflict (month, source) do update set amount = money_months.amount + excluded.amount;'

const addMoney = (source: (row: string) => string, row: Row, sign: Sign): string => `
  insert into money_months (month, source, amount)
    values (substr(${row}.booked_on, 1, 7), ${source(row)}, ${sign}${row}.amount) ${addToMonth}
  insert into money_months (month, source, amount)
    select substr(${row}.voided_on, 1, 7), ${source(row)} || '-void', ${sign}${row}.amount where ${row}.voided_on is not null ${addToMonth}`

const addMark = (row: Row, flags: string, reports: string, condition: string): string => `
  insert into conversation_marks (conversation_id, flags, reports)
    select conversation_id, ${flags}, ${reports} from messages where id = ${row}.message_id and ${condition}
    on conflict (conversation_id) do update set flags = conversation_marks.flags + excluded.flags,
      reports = conversation_marks.reports + excluded.reports;`

const addFlag = (row: Row, sign: Sign): string => addMark(row, `${sign}1`, '0', '1 = 1')
const addReport = (row: Row, sign: Sign): string => addMark(row, '0', `${sign}1`, `${row}.outcome is null`)

const addReader = `
  insert into notice_read_counts (notice_id, readers) values (new.notice_id, 1)
    on conflict (notice_id) do update set readers = notice_read_counts.readers + 1;`

type Watched = { table: string; name: string; columns: string; add: (row: Row, sign: Sign) => string }

const watched: readonly Watched[] = [
  ...money.map(([table, source]) => ({
    ...{ table, name: `money_months_of_${table}`, columns: 'booked_on, voided_on, amount' },
    add: (row: Row, sign: Sign) => addMoney(source, row, sign),
  })),
  { table: 'message_flags', name: 'conversation_flags', columns: 'message_id', add: addFlag },
  { table: 'message_reports', name: 'conversation_reports', columns: 'message_id, outcome', add: addReport },
]

const onSqlite = [
  // Titles alone, for searches that are too short for the index of their parts or find too much in it.
  'create index documents_by_title on documents (title_folded, category_id, deleted_at) where deleted_at is null',
  ...watched.flatMap(({ table, name, columns, add }) => [
    `create trigger ${name}_new after insert on ${table} begin ${add('new', '')} end`,
    `create trigger ${name}_gone after delete on ${table} begin ${add('old', '-')} end`,
    `create trigger ${name}_changed after update of ${columns} on ${table} begin ${add('new', '')} ${add('old', '-')} end`,
  ]),
  `create trigger notice_read_counts_new after insert on notice_reads begin ${addReader} end`,
  `create trigger notice_read_counts_gone after delete on notice_reads begin
    update notice_read_counts set readers = readers - 1 where notice_id = old.notice_id;
  end`,
]

const functionOf = (name: string, body: string): string =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`

const onPostgres = [
  ...watched.flatMap(({ table, name, columns, add }) => [
    functionOf(`add_${name}`, `if TG_OP <> 'INSERT' then ${add('old', '-')} end if; if TG_OP <> 'DELETE' then ${add('new', '')} end if;`),
    `create trigger ${name} after insert or delete or update of ${columns} on ${table} for each row execute function add_${name}()`,
  ]),
  functionOf('add_notice_reader', addReader),
  'create trigger notice_read_counts_new after insert on notice_reads for each row execute function add_notice_reader()',
  // Showing a notice again deletes thousands of marks at once, which would write its row as often.
  functionOf(
    'remove_notice_readers',
    `update notice_read_counts set readers = notice_read_counts.readers - gone.readers
      from (select notice_id, count(*) as readers from removed group by notice_id order by notice_id) gone
      where notice_read_counts.notice_id = gone.notice_id;`,
  ),
  `create trigger notice_read_counts_gone after delete on notice_reads referencing old table as removed
    for each statement execute function remove_notice_readers()`,
]

const counts = [
  ...money.flatMap(([table, source]) => [
    `insert into money_months (month, source, amount)
      select substr(booked_on, 1, 7), ${source(table)}, sum(amount) from ${table} group by 1, 2`,
    `insert into money_months (month, source, amount)
      select substr(voided_on, 1, 7), ${source(table)} || '-void', sum(amount) from ${table} where voided_on is not null group by 1, 2`,
  ]),
  'insert into notice_read_counts (notice_id, readers) select notice_id, count(*) from notice_reads group by notice_id',
  `insert into conversation_marks (conversation_id, flags, reports)
    select conversation_id, sum(flag), sum(report) from (
      select message_id, 1 as flag, 0 as report from message_flags
      union all select message_id, 0, 1 from message_reports where outcome is null
    ) marks join messages on messages.id = marks.message_id group by conversation_id`,
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const triggers = dialect === 'postgres' ? onPostgres : onSqlite
  for (const statement of [...tables(types[dialect]), ...triggers, ...counts]) await sql.raw(statement).execute(db)
}
