import type { Actor } from '#contract/actor.ts'
import { removedValue } from '#features/audit/audit.fields.contract.ts'
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

/** What of a deleted person nobody may need again. Name, email and role stay as issued: receipts refer to them. */
const personal = ['dob', 'phone', 'profilePicture']

const withoutPersonal = (json: string | null): string | null => {
  if (json === null) return null
  const values = JSON.parse(json) as Record<string, unknown>
  const known = personal.filter((field) => values[field] !== undefined && values[field] !== null)
  return known.length === 0 ? json : JSON.stringify({ ...values, ...Object.fromEntries(known.map((field) => [field, removedValue])) })
}

/** Takes birth date, phone number and picture of a person out of what was written until now. That they changed, and when, stays. */
export const forgetPerson = async (tx: Db, personId: string): Promise<void> => {
  for (const { id, before, after } of await rows.ofTarget(tx, personId)) {
    const blanked = { before: withoutPersonal(before), after: withoutPersonal(after) }
    if (blanked.before !== before || blanked.after !== after) await rows.blank(tx, id, blanked)
  }
}
