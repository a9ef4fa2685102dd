import { addCharge, dueDays, isOver, moveDues, watched } from './sums.ts'

/**
 * Makes the due days of the person of a charge agree with the charges, however many of them one statement has changed. The
 * row of the account was written before: a transaction that deletes the person at that moment waits for it.
 */
const keepDays = (row: 'old' | 'new'): string => `
  delete from fee_due_days where user_id = ${row}.user_id and due_on not in
    (select charges.due_on from charges where charges.user_id = ${row}.user_id and charges.settled_at is null);
  insert into fee_due_days (user_id, due_on, is_deleted, until, charges, owed) ${dueDays(`and charges.user_id = ${row}.user_id`)}
    on conflict (user_id, due_on) do update set until = excluded.until, charges = excluded.charges, owed = excluded.owed
    where fee_due_days.until <> excluded.until or fee_due_days.charges <> excluded.charges or fee_due_days.owed <> excluded.owed;`

const ofCharge = { insert: `${addCharge('new', '')} ${keepDays('new')}`, delete: `${addCharge('old', '-')} ${keepDays('old')}` }

/** Adds a due day to the sums, or subtracts it. */
const sum = (row: 'old' | 'new', sign: '-' | ''): string => `
  insert into fee_dues (is_deleted, due_on, until, students, charges, owed)
    values (${row}.is_deleted, ${row}.due_on, ${row}.until, ${sign}1, ${sign}${row}.charges, ${sign}${row}.owed)
    on conflict (is_deleted, due_on, until) do update set students = fee_dues.students + excluded.students,
      charges = fee_dues.charges + excluded.charges, owed = fee_dues.owed + excluded.owed;`

const tidy = `
  delete from fee_dues where is_deleted = old.is_deleted and due_on = old.due_on and until = old.until and students = 0;`

const ofDay = { insert: sum('new', ''), delete: `${sum('old', '-')} ${tidy}` }

export const sumsOnSqlite: readonly string[] = [
  `create trigger document_counts_new after insert on documents when new.deleted_at is null begin
    insert into document_counts (category_id, count) values (coalesce(new.category_id, ''), 1)
      on conflict (category_id) do update set count = count + 1;
  end`,
  `create trigger document_counts_gone after delete on documents when old.deleted_at is null begin
    update document_counts set count = count - 1 where category_id = coalesce(old.category_id, '');
  end`,
  `create trigger document_counts_changed after update of category_id, deleted_at on documents
    when old.category_id is not new.category_id or (old.deleted_at is null) <> (new.deleted_at is null) begin
    update document_counts set count = count - 1 where category_id = coalesce(old.category_id, '') and old.deleted_at is null;
    insert into document_counts (category_id, count) select coalesce(new.category_id, ''), 1 where new.deleted_at is null
      on conflict (category_id) do update set count = count + 1;
  end`,
  `create trigger fee_totals_new after insert on charges begin ${ofCharge.insert} end`,
  `create trigger fee_totals_gone after delete on charges begin ${ofCharge.delete} end`,
  `create trigger fee_totals_changed after update of ${watched} on charges begin ${ofCharge.insert} ${ofCharge.delete} end`,
  `create trigger fee_dues_new after insert on fee_due_days begin ${ofDay.insert} end`,
  `create trigger fee_dues_gone after delete on fee_due_days begin ${ofDay.delete} end`,
  `create trigger fee_dues_changed after update on fee_due_days begin ${ofDay.insert} ${ofDay.delete} end`,
  `create trigger fee_dues_moved after update of deleted_at on users when ${isOver} begin ${moveDues} end`,
]
