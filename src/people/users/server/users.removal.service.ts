import { AppError, commonErrors } from '#contract/errors.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { usersApi } from '../users.contract.ts'
import { userPolicy } from '../users.policy.ts'
import * as rows from './users.db.ts'
import { lockPeople } from './users.lock.service.ts'
import { anonymise } from './users.removal.db.ts'
import { freeSeat } from './users.seats.service.ts'
import { mustLeaveSuperadmin } from './users.superadmin.service.ts'

/**
 * Closes the account and makes it anonymous: the row stays, because others refer to it. Email and seat are free at once; of
 * who it was, the audit alone keeps the name, the email and the role.
 */
export const remove = async (ctx: Ctx, { params: { id } }: Input<typeof usersApi.remove>): Promise<void> => {
  const ended = await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx.me)
    const before = await rows.byId(tx, id)
    if (!before) throw new AppError(commonErrors.notFound)
    const { name, email, role } = before
    const kind = userPolicy.whyNotRemove(ctx.me, { _id: id, role })
    if (kind) throw new AppError(kind)
    await mustLeaveSuperadmin(tx, before, undefined)
    await anonymise(tx, id, ctx.now.toISOString())
    await freeSeat(tx, id)
    ctx.notify('users', [id])
    await ctx.hooks.onPersonRemoved(tx, id)
    await writeAudit(tx, ctx, { action: 'users.remove', targetId: id, before: { name, email, role } })
    return endSessionsOf(ctx, tx, id)
  })
  ctx.live.endSessions(ended)
}
