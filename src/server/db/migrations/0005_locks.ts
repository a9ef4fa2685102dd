import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. Transactions that must run one after the other lock a row
 * of this table first. Until now they locked a revision, which is raised as the last thing in a transaction.
 */

const text = { sqlite: 'text', postgres: 'text collate "C"' }
const strict = { sqlite: ' strict', postgres: '' }

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  await sql.raw(`create table locks (name ${text[dialect]} not null primary key)${strict[dialect]}`).execute(db)
}
