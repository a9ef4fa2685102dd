import { type Actor, isSuperadmin } from '#contract/actor.ts'
import { may } from '#contract/endpoint.ts'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'
import { documentErrors, documentLimits, documentsApi } from './documents.contract.ts'

const MINUTE_MS = 60_000

type Deleted = { deletedBy: string | null; deletedAt: string }

/** Rules for restoring a deleted document. */
export const documentPolicy = {
  /** A superadmin may restore it. The admin who deleted it may for some minutes; for other admins it does not exist. */
  whyNotRestore: (me: Actor, { deletedBy, deletedAt }: Deleted, now: Date): ErrorKind | undefined => {
    if (!may(documentsApi.restore, me)) return commonErrors.notAllowed
    if (isSuperadmin(me)) return undefined
    if (deletedBy !== me._id) return commonErrors.notFound
    return now.getTime() - Date.parse(deletedAt) <= documentLimits.undoMinutes * MINUTE_MS ? undefined : documentErrors.undoOver
  },
}
