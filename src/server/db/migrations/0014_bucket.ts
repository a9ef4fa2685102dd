import { type Kysely, sql } from 'kysely'

/*
 * What the nodes must know of each other about the contents of a bucket, which has no folder of temporary names: when each content
 * was kept last, which one is being removed, and which are being stored.
 */

const statements = (text: string, end: string): string[] => [
  `create table kept_contents (
    sha256 ${text} not null primary key,
    kept_at ${text} not null,
    kept_by ${text} not null,
    removing_until ${text}
  )${end}`,
  `create table content_marks (
    name ${text} not null primary key,
    sha256 ${text} not null,
    marked_at ${text} not null
  )${end}`,
  'create index content_marks_by_sha256 on content_marks (sha256)',
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const made = dialect === 'postgres' ? statements('text collate "C"', '') : statements('text', ' strict')
  for (const statement of made) await sql.raw(statement).execute(db)
}
