import type { Actor } from '#contract/actor.ts'
import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import * as rows from './audit.db.ts'

type Change = {
  /** `feature.action`, such as `users.create`. */
  action: string
  targetId?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Writes down who changed what, in the transaction of the change itself. Never give it a password or a key. */
export const writeAudit = async (
  db: Db,
  { me, now }: { me: Actor | null; now: Date },
  { action, targetId, before, after }: Change,
): Promise<void> => {
  await rows.insert(db, {
    id: newId(),
    at: now.toISOString(),
    actorId: me?._id ?? null,
    actorName: me?.name ?? '',
    action,
    targetId: targetId ?? null,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  })
}
