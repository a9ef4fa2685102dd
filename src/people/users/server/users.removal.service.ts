import { AppError, commonErrors } from '#contract/errors.ts'
import type { Input } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { usersApi } from '../users.contract.ts'
import { userPolicy } from '../users.policy.ts'
import * as rows from './users.db.ts'
import { assertNotDemoAccount } from './users.demo.service.ts'
import { lockPeople } from './users.lock.service.ts'
import { anonymise } from './users.removal.db.ts'
import { assertSuperadminRemains } from './users.superadmin.service.ts'

/**
 * Closes the account and anonymizes it. The row stays, because others refer to it. Email and seat are free immediately; only the
 * audit keeps the name, the email and the role.
 */
export const remove = async (ctx: Ctx, { params: { id } }: Input<typeof usersApi.remove>): Promise<void> => {
  const ended = await ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    const before = await rows.byId(tx, id)
    if (!before) throw new AppError(commonErrors.notFound)
    const { name, email, role } = before
    const kind = userPolicy.whyNotRemove(ctx.me, { _id: id, role })
    if (kind) throw new AppError(kind)
    assertNotDemoAccount(ctx.config, email)
    await assertSuperadminRemains(tx, before, undefined)
    await anonymise(tx, id, ctx.now.toISOString())
    ctx.notify('users', [id])
    await ctx.hooks.run(personDeleted, tx, id, ctx.now, ctx.me)
    await writeAudit(tx, ctx, { action: 'users.remove', targetId: id, before: { name, email, role } })
    return endSessionsOf(ctx, tx, id)
  })
  ctx.live.endSessions(ended)
}
