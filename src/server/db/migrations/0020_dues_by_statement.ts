import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration.
 *
 * On PostgreSQL a row that one transaction writes again and again becomes slower each time, since it goes through all that it
 * has left behind. Ten thousand students are charged in one transaction and have the same few due dates, so there what is kept
 * of dues follows statements and not rows. SQLite stays as 0018 made it.
 */

const settled = (row: 'old' | 'new'): string => `case when ${row}.settled_at is null then 0 else 1 end`

/** As in 0018, without the due days. */
const count = (row: 'old' | 'new', sign: '-' | ''): string => `
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

/** Row triggers have written the accounts before this one runs. */
const keepDays = (changed: string): string => `
  delete from fee_due_days where user_id in (${changed}) and not exists (
    select from charges
    where charges.user_id = fee_due_days.user_id and charges.due_on = fee_due_days.due_on and charges.settled_at is null
  );
  insert into fee_due_days (user_id, due_on, is_deleted, until, charges, owed)
    select charges.user_id, charges.due_on, fee_accounts.is_deleted,
      coalesce(lead(charges.due_on) over (partition by charges.user_id order by charges.due_on), 'never'),
      count(*), sum(charges.amount - charges.paid_amount)
    from charges join fee_accounts on fee_accounts.user_id = charges.user_id
    where charges.settled_at is null and charges.user_id in (${changed})
    group by charges.user_id, charges.due_on, fee_accounts.is_deleted
    order by charges.user_id, charges.due_on
    on conflict (user_id, due_on) do update set until = excluded.until, charges = excluded.charges, owed = excluded.owed
    where fee_due_days.until <> excluded.until or fee_due_days.charges <> excluded.charges or fee_due_days.owed <> excluded.owed;`

const added = 'select is_deleted, due_on, until, 1 as students, charges, owed from added'
const removed = 'select is_deleted, due_on, until, -1 as students, -charges as charges, -owed as owed from removed'

const sum = (from: string): string => `
  insert into fee_dues (is_deleted, due_on, until, students, charges, owed)
    select is_deleted, due_on, until, sum(students), sum(charges), sum(owed) from (${from}) days
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (is_deleted, due_on, until) do update set students = fee_dues.students + excluded.students,
      charges = fee_dues.charges + excluded.charges, owed = fee_dues.owed + excluded.owed;`

const tidy = `
  delete from fee_dues where students = 0 and (is_deleted, due_on, until) in (select is_deleted, due_on, until from removed);`

const functionOf = (name: string, body: string): string =>
  `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`

const trigger = (name: string, table: string, event: string, tables: string, call: string): string =>
  `create trigger ${name} after ${event} on ${table} referencing ${tables} for each statement execute function ${call}()`

const postgres: string[] = [
  functionOf(
    'count_charges',
    `if TG_OP <> 'INSERT' then ${count('old', '-')} end if; if TG_OP <> 'DELETE' then ${count('new', '')} end if;`,
  ),
  functionOf('keep_due_days', keepDays('select user_id from changed')),
  functionOf('keep_changed_due_days', keepDays('select user_id from removed union select user_id from added')),
  trigger('fee_due_days_new', 'charges', 'insert', 'new table as changed', 'keep_due_days'),
  trigger('fee_due_days_gone', 'charges', 'delete', 'old table as changed', 'keep_due_days'),
  trigger('fee_due_days_changed', 'charges', 'update', 'old table as removed new table as added', 'keep_changed_due_days'),
  'drop trigger fee_dues_changed on fee_due_days',
  'drop function sum_dues()',
  functionOf('add_dues', sum(added)),
  functionOf('remove_dues', `${sum(removed)} ${tidy}`),
  functionOf('change_dues', `${sum(`${added} union all ${removed}`)} ${tidy}`),
  trigger('fee_dues_new', 'fee_due_days', 'insert', 'new table as added', 'add_dues'),
  trigger('fee_dues_gone', 'fee_due_days', 'delete', 'old table as removed', 'remove_dues'),
  trigger('fee_dues_changed', 'fee_due_days', 'update', 'old table as removed new table as added', 'change_dues'),
]

/** What is kept of dues, on PostgreSQL once for a statement. */
export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  if (dialect === 'sqlite') return
  for (const statement of postgres) await sql.raw(statement).execute(db)
}
