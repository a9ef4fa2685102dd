import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

// The filters of the audit, each in the order of the list.
const indexes: string[] = [
  'create index audit_by_action on audit (action, at, id)',
  'create index audit_by_actor on audit (actor_id, at, id)',
  'create index audit_by_actor_and_action on audit (actor_id, action, at, id)',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of indexes) await sql.raw(statement).execute(db)
}
