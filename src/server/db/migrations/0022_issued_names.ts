import { type Kysely, sql } from 'kysely'

/*
 * The names on receipts, each once, so that a search that finds no receipt does not read all of them. The trigger belongs to the
 * database, so that nodes of the release before keep the names complete too. And an index of voided entries of the cash box, all
 * entries of which the checks of a month looked through.
 */

const types = {
  sqlite: { text: 'text', end: ' strict' },
  postgres: { text: 'text collate "C"', end: '' },
} as const

const addName = 'insert into issued_names (name) values (lower(new.student_name)) on conflict (name) do nothing;'

const triggers = {
  sqlite: [`create trigger issued_names_new after insert on payments begin ${addName} end`],
  postgres: [
    `create function add_issued_name() returns trigger language plpgsql as $$ begin ${addName} return null; end $$`,
    'create trigger issued_names_new after insert on payments for each row execute function add_issued_name()',
  ],
} as const

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const { text, end } = types[dialect]
  const statements = [
    `create table issued_names (name ${text} not null primary key)${end}`,
    'create index payments_by_issued_name on payments (lower(student_name), id)',
    'create index box_entries_voided on box_entries (voided_at, id) where voided_at is not null',
    ...triggers[dialect],
    // In this order no name of a payment that is entered meanwhile is left out.
    'insert into issued_names (name) select distinct lower(student_name) from payments where true on conflict (name) do nothing',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
