import { type Kysely, sql } from 'kysely'

/*
 * What several nodes share besides Redis: events while it is away, the counts of limits, and who extracts which content. All times
 * are milliseconds by the clock of the database.
 */

const statements = (text: string, number: string, end: string): string[] => [
  `create table node_messages (
    batch ${number} not null primary key,
    sender ${text} not null,
    messages ${text} not null,
    stored_at ${number} not null
  )${end}`,
  `create table limit_counts (
    key ${text} not null primary key,
    points ${number} not null,
    expires_at ${number} not null
  )${end}`,
  'create index limit_counts_by_expires_at on limit_counts (expires_at)',
  `create table extraction_leases (
    sha256 ${text} not null primary key,
    holder ${text} not null,
    expires_at ${number} not null,
    attempts ${number} not null
  )${end}`,
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const made = dialect === 'postgres' ? statements('text collate "C"', 'bigint', '') : statements('text', 'integer', ' strict')
  for (const statement of made) await sql.raw(statement).execute(db)
}
