import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

/** The groups that everybody is in. They are rows from the start, so that reading never has to write them first. */
const groups = [
  { id: 'general', name: 'General', policy: 'all', activity: '00000000-0000-7000-8000-000000000001' },
  { id: 'announcement', name: 'Announcement', policy: 'admins', activity: '00000000-0000-7000-8000-000000000002' },
] as const

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const at = new Date().toISOString()
  for (const { id, name, policy, activity } of groups)
    await sql`insert into conversations (id, type, built_in, name, name_folded, description, post_policy, first_seq, last_seq, last_change,
        activity, created_at, updated_at)
      values (${id}, 'group', ${id}, ${name}, ${id}, '', ${policy}, 1, 0, 0, ${activity}, ${at}, ${at})
      on conflict do nothing`.execute(db)
}
