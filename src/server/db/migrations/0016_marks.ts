import { type Kysely, sql } from 'kysely'

/*
 * Bookmarks, highlights and notes in documents, each with the number of the change that made it as it is. Of deleted ones, the id
 * stays, so that another device learns of the deletion and none brings them back.
 */

const statements = (text: string, end: string): string[] => [
  `create table mark_changes (
    user_id ${text} not null primary key references users (id),
    last integer not null
  )${end}`,
  `create table marks (
    user_id ${text} not null references users (id),
    document_id ${text} not null references documents (id),
    id ${text} not null,
    change integer not null,
    kind ${text} not null check (kind in ('bookmark', 'note', 'highlight', 'deleted')),
    page integer check (page >= 1),
    start_position integer check (start_position >= 0),
    end_position integer check (end_position > start_position),
    quote ${text},
    color ${text},
    note ${text},
    primary key (user_id, document_id, id)
  )${end}`,
  'create unique index marks_by_change on marks (user_id, document_id, change)',
  'create index marks_by_document on marks (document_id)',
]

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const made = dialect === 'postgres' ? statements('text collate "C"', '') : statements('text', ' strict')
  for (const statement of made) await sql.raw(statement).execute(db)
}
