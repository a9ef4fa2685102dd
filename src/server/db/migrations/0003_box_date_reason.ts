import { type Kysely, sql } from 'kysely'

/** Why an entry of the cash box is dated more than a week back. Entries from before have their reason in the audit alone. */
export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const text = dialect === 'sqlite' ? 'text' : 'text collate "C"'
  await sql.raw(`alter table box_entries add column date_reason ${text} not null default ''`).execute(db)
}
