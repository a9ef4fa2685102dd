import { randomBytes } from 'node:crypto'
import type { Actor } from '#contract/actor.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { Job } from '#server/feature/job.ts'
import { record } from '#server/journal/journal.ts'
import { MINUTE } from '#server/time.ts'
import * as rows from './audit.db.ts'
import { auditKind, hasPersonal, withoutPersonal } from './audit.journal.ts'

type Change = {
  /** `feature.action`, such as `users.create`. */
  action: string
  targetId?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Records who changed what, in the transaction of the change. Never pass a password or a key. */
export const writeAudit = async (
  db: Db,
  { me, now }: { me: Actor | null; now: Date },
  { action, targetId, before, after }: Change,
): Promise<void> => {
  const entry = {
    id: newId(),
    at: now.toISOString(),
    actorId: me?._id ?? null,
    actorName: me?.name ?? '',
    action,
    targetId: targetId ?? null,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }
  await rows.insert(db, { ...entry, salt: hasPersonal(entry) ? randomBytes(16).toString('hex') : null, commitments: null })
}

/** Returns the person who last did something to a person since an instant, if any. */
export const lastAbout = rows.lastOf

/** Deletes birth date, phone number and picture of a person from existing entries. That they changed, and when, stays. */
export const onPersonDeleted = async (tx: Db, personId: string): Promise<void> => {
  for (const row of await rows.ofTarget(tx, personId)) {
    const left = withoutPersonal(row)
    if (left) await rows.blank(tx, row.id, left)
  }
}

/** Maximum number of entries that one transaction adds to the journal. */
const AT_ONCE = 1_000

/** Adds the oldest entries missing from the journal and returns their number. Takes the ledger lock. */
const sealSome = async (tx: Db): Promise<number> => {
  const unsealed = await rows.unsealed(tx, AT_ONCE)
  if (unsealed.length === 0) return 0
  await lock(tx, 'fees')
  // Another node may have added them first.
  const ids = await rows.takeUnsealed(
    tx,
    unsealed.map(({ auditId }) => auditId),
  )
  for (const row of await rows.byIds(tx, ids)) record(tx, auditKind, row)
  return unsealed.length
}

/** Adds every missing audit entry to the journal, in the given transaction. */
export const sealAudit = async (tx: Db): Promise<void> => {
  while ((await sealSome(tx)) === AT_ONCE);
}

export const auditJob: Job = {
  name: 'seal the audit',
  everySeconds: MINUTE,
  alone: true,
  run: async ({ db }) => {
    while ((await transact(db, sealSome)) === AT_ONCE);
  },
}
