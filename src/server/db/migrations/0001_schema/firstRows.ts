import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** The groups that everybody is in. They are rows from the start, so that reading never has to write them first. */
const groups = [
  { id: 'general', name: 'General', policy: 'all', activity: '00000000-0000-7000-8000-000000000001' },
  { id: 'announcement', name: 'Announcement', policy: 'admins', activity: '00000000-0000-7000-8000-000000000002' },
] as const

const addGroups = async (db: Kysely<unknown>): Promise<void> => {
  const at = new Date().toISOString()
  for (const { id, name, policy, activity } of groups)
    await sql`insert into conversations (id, type, built_in, name, name_folded, description, post_policy, first_seq, last_seq, last_change,
        activity, created_at, updated_at)
      values (${id}, 'group', ${id}, ${name}, ${id}, '', ${policy}, 1, 0, 0, ${activity}, ${at}, ${at})`.execute(db)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The first entry of the journal: a digest over all rows before it, of which there are none. docs/journal.md has the format. */
const beginJournal = async (db: Kysely<unknown>): Promise<void> => {
  const [digest, prev] = [sha256(''), '0'.repeat(64)]
  const hash = sha256(JSON.stringify([1, 'genesis', '', digest, prev]))
  await sql`insert into journal (seq, kind, ref, digest, prev, hash) values (1, 'genesis', '', ${digest}, ${prev}, ${hash})`.execute(db)
}

export const addFirstRows = async (db: Kysely<unknown>): Promise<void> => {
  await addGroups(db)
  await beginJournal(db)
}
