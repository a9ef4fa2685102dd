import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

const dialects = {
  sqlite: { text: 'text', paise: 'integer', end: ' strict' },
  postgres: { text: 'text collate "C"', paise: 'bigint', end: '' },
}

type Types = (typeof dialects)['sqlite']

const flag = 'integer not null check (is_deleted in (0, 1))'

const tables = ({ text, paise, end }: Types): string[] => [
  // The oldest due date of what someone owes; null where that is nothing.
  `alter table fee_accounts add column since ${text}`,
  'alter table fee_accounts add column is_deleted integer not null default 0 check (is_deleted in (0, 1))',
  // What someone owes of one due date. The next one is in `until`, or 'never', which sorts behind every day.
  `create table fee_due_days (
    user_id ${text} not null references users (id),
    due_on ${text} not null,
    is_deleted ${flag},
    until ${text} not null check (until > due_on),
    charges integer not null check (charges > 0),
    owed ${paise} not null check (owed > 0),
    primary key (user_id, due_on)
  )${end}`,
  // How many owe how much of each due date, by the next one of theirs: a person who owes something of a span of days is counted once, by the last day.
  `create table fee_dues (
    is_deleted ${flag},
    due_on ${text} not null,
    until ${text} not null,
    students integer not null,
    charges integer not null,
    owed ${paise} not null,
    primary key (is_deleted, due_on, until)
  )${end}`,
]

const since = (userId: string): string =>
  `(select min(charges.due_on) from charges where charges.user_id = ${userId} and charges.settled_at is null)`
const isDeleted = (userId: string): string =>
  `(select case when users.deleted_at is null then 0 else 1 end from users where users.id = ${userId})`

/** The due days that the charges say, of someone or of everybody. */
const dueDays = (whose: string): string => `
  select charges.user_id, charges.due_on, fee_accounts.is_deleted,
    coalesce(lead(charges.due_on) over (partition by charges.user_id order by charges.due_on), 'never'),
    count(*), sum(charges.amount - charges.paid_amount)
  from charges join fee_accounts on fee_accounts.user_id = charges.user_id
  where charges.settled_at is null ${whose}
  group by charges.user_id, charges.due_on, fee_accounts.is_deleted`

const filling: string[] = [
  `update fee_accounts set since = ${since('fee_accounts.user_id')}, is_deleted = ${isDeleted('fee_accounts.user_id')}`,
  `insert into fee_due_days (user_id, due_on, is_deleted, until, charges, owed) ${dueDays('')}`,
  `insert into fee_dues (is_deleted, due_on, until, students, charges, owed)
    select is_deleted, due_on, until, count(*), sum(charges), sum(owed) from fee_due_days group by 1, 2, 3`,
  'create index fee_accounts_by_since on fee_accounts (is_deleted, since, user_id) where since is not null',
  // Whose account works today is counted without a look at anybody.
  'create index users_of_role_by_last_day on users (role, termination_date) where deleted_at is null',
]

const settled = (row: 'old' | 'new'): string => `case when ${row}.settled_at is null then 0 else 1 end`

/** As in 0008, and since when something is owed: takes a row of charges out of the sums, or puts it in. */
const count = (row: 'old' | 'new', sign: '-' | ''): string => `
  insert into fee_totals (period, settled, charges, amount, paid_amount)
    values (${row}.period, ${settled(row)}, ${sign}1, ${sign}${row}.amount, ${sign}${row}.paid_amount)
    on conflict (period, settled) do update set charges = fee_totals.charges + excluded.charges,
      amount = fee_totals.amount + excluded.amount, paid_amount = fee_totals.paid_amount + excluded.paid_amount;
  insert into fee_accounts (user_id, charges, open_charges, amount, paid_amount, since, is_deleted)
    values (${row}.user_id, ${sign}1, ${sign}(1 - ${settled(row)}), ${sign}${row}.amount, ${sign}${row}.paid_amount,
      ${since(`${row}.user_id`)}, ${isDeleted(`${row}.user_id`)})
    on conflict (user_id) do update set charges = fee_accounts.charges + excluded.charges,
      open_charges = fee_accounts.open_charges + excluded.open_charges,
      amount = fee_accounts.amount + excluded.amount, paid_amount = fee_accounts.paid_amount + excluded.paid_amount,
      since = excluded.since;`

/**
 * Makes the due days of the person of a charge agree with the charges, however many of them one statement has changed. The
 * row of the account was written before: a person who deletes the person at that moment waits for it.
 */
const keepDays = (row: 'old' | 'new'): string => `
  delete from fee_due_days where user_id = ${row}.user_id and due_on not in
    (select charges.due_on from charges where charges.user_id = ${row}.user_id and charges.settled_at is null);
  insert into fee_due_days (user_id, due_on, is_deleted, until, charges, owed) ${dueDays(`and charges.user_id = ${row}.user_id`)}
    on conflict (user_id, due_on) do update set until = excluded.until, charges = excluded.charges, owed = excluded.owed
    where fee_due_days.until <> excluded.until or fee_due_days.charges <> excluded.charges or fee_due_days.owed <> excluded.owed;`

const ofCharge = { insert: `${count('new', '')} ${keepDays('new')}`, delete: `${count('old', '-')} ${keepDays('old')}` }

/** Takes a due day out of the sums, or puts it in. */
const sum = (row: 'old' | 'new', sign: '-' | ''): string => `
  insert into fee_dues (is_deleted, due_on, until, students, charges, owed)
    values (${row}.is_deleted, ${row}.due_on, ${row}.until, ${sign}1, ${sign}${row}.charges, ${sign}${row}.owed)
    on conflict (is_deleted, due_on, until) do update set students = fee_dues.students + excluded.students,
      charges = fee_dues.charges + excluded.charges, owed = fee_dues.owed + excluded.owed;`

const tidy = `
  delete from fee_dues where is_deleted = old.is_deleted and due_on = old.due_on and until = old.until and students = 0;`

const ofDay = { insert: sum('new', ''), delete: `${sum('old', '-')} ${tidy}` }

const ofPerson = `
  update fee_accounts set is_deleted = case when new.deleted_at is null then 0 else 1 end where user_id = new.id;
  update fee_due_days set is_deleted = case when new.deleted_at is null then 0 else 1 end where user_id = new.id;`

const watched = 'user_id, period, due_on, amount, paid_amount, settled_at'
const isOver = '(old.deleted_at is null) <> (new.deleted_at is null)'

const functionOf = (name: string, body: string): string =>
  `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`

const either = ({ insert, delete: remove }: { insert: string; delete: string }): string =>
  `if TG_OP <> 'DELETE' then ${insert} end if; if TG_OP <> 'INSERT' then ${remove} end if;`

const triggers = {
  sqlite: [
    'drop trigger fee_totals_new',
    'drop trigger fee_totals_gone',
    'drop trigger fee_totals_changed',
    `create trigger fee_totals_new after insert on charges begin ${ofCharge.insert} end`,
    `create trigger fee_totals_gone after delete on charges begin ${ofCharge.delete} end`,
    `create trigger fee_totals_changed after update of ${watched} on charges begin ${ofCharge.insert} ${ofCharge.delete} end`,
    `create trigger fee_dues_new after insert on fee_due_days begin ${ofDay.insert} end`,
    `create trigger fee_dues_gone after delete on fee_due_days begin ${ofDay.delete} end`,
    `create trigger fee_dues_changed after update on fee_due_days begin ${ofDay.insert} ${ofDay.delete} end`,
    `create trigger fee_dues_moved after update of deleted_at on users when ${isOver} begin ${ofPerson} end`,
  ],
  postgres: [
    functionOf('count_charges', either(ofCharge)),
    'drop trigger fee_totals_changed on charges',
    `create trigger fee_totals_changed after insert or delete or update of ${watched} on charges
      for each row execute function count_charges()`,
    functionOf('sum_dues', either(ofDay)),
    `create trigger fee_dues_changed after insert or delete or update on fee_due_days for each row execute function sum_dues()`,
    functionOf('move_dues', ofPerson),
    `create trigger fee_dues_moved after update of deleted_at on users for each row when (${isOver}) execute function move_dues()`,
  ],
}

/** What is due, kept beside the sums of fees, so that the dashboard, the ages and the worklist read no open fees. */
export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of [...tables(dialects[dialect]), ...filling, ...triggers[dialect]]) await sql.raw(statement).execute(db)
}
