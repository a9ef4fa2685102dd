import { addCharge, isOver, moveDues, watched } from './sums.ts'

/*
 * On PostgreSQL a row that one transaction writes again and again becomes slower each time, since it reads every version that
 * the transaction has left behind. Ten thousand students are charged in one transaction and have the same few due dates, so
 * here the due days and their sums follow statements and not rows.
 */

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
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`

const forEachRow = (name: string, table: string, event: string, call: string): string =>
  `create trigger ${name} after ${event} on ${table} for each row ${call}`

const forEachStatement = (name: string, table: string, event: string, tables: string, call: string): string =>
  `create trigger ${name} after ${event} on ${table} referencing ${tables} for each statement execute function ${call}()`

const ofDocuments: readonly string[] = [
  functionOf(
    'count_documents',
    `
    if TG_OP <> 'INSERT' then
      update document_counts set count = count - 1 where category_id = coalesce(old.category_id, '') and old.deleted_at is null;
    end if;
    if TG_OP <> 'DELETE' then
      insert into document_counts as known (category_id, count) select coalesce(new.category_id, ''), 1 where new.deleted_at is null
        on conflict (category_id) do update set count = known.count + 1;
    end if;`,
  ),
  forEachRow(
    'document_counts_moved',
    'documents',
    'update of category_id, deleted_at',
    `when (old.category_id is distinct from new.category_id or (old.deleted_at is null) <> (new.deleted_at is null))
      execute function count_documents()`,
  ),
  forEachRow('document_counts_changed', 'documents', 'insert or delete', 'execute function count_documents()'),
]

const ofFees: readonly string[] = [
  functionOf(
    'count_charges',
    `if TG_OP <> 'INSERT' then ${addCharge('old', '-')} end if; if TG_OP <> 'DELETE' then ${addCharge('new', '')} end if;`,
  ),
  forEachRow('fee_totals_changed', 'charges', `insert or delete or update of ${watched}`, 'execute function count_charges()'),
  functionOf('keep_due_days', keepDays('select user_id from changed')),
  functionOf('keep_changed_due_days', keepDays('select user_id from removed union select user_id from added')),
  forEachStatement('fee_due_days_new', 'charges', 'insert', 'new table as changed', 'keep_due_days'),
  forEachStatement('fee_due_days_gone', 'charges', 'delete', 'old table as changed', 'keep_due_days'),
  forEachStatement('fee_due_days_changed', 'charges', 'update', 'old table as removed new table as added', 'keep_changed_due_days'),
  functionOf('add_dues', sum(added)),
  functionOf('remove_dues', `${sum(removed)} ${tidy}`),
  functionOf('change_dues', `${sum(`${added} union all ${removed}`)} ${tidy}`),
  forEachStatement('fee_dues_new', 'fee_due_days', 'insert', 'new table as added', 'add_dues'),
  forEachStatement('fee_dues_gone', 'fee_due_days', 'delete', 'old table as removed', 'remove_dues'),
  forEachStatement('fee_dues_changed', 'fee_due_days', 'update', 'old table as removed new table as added', 'change_dues'),
  functionOf('move_dues', moveDues),
  forEachRow('fee_dues_moved', 'users', 'update of deleted_at', `when (${isOver}) execute function move_dues()`),
]

export const sumsOnPostgres: readonly string[] = [...ofDocuments, ...ofFees]
