import { type Actor, isStudent } from '#contract/actor.ts'
import { commonErrors } from '#contract/errors.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallRules } from '#system/customization/server/customization.rules.service.ts'
import type { UserChange } from '../users.contract.ts'
import { userPolicy } from '../users.policy.ts'
import type { UserRow } from './users.db.ts'
import * as rows from './users.db.ts'
import { type Judging, plan, save } from './users.edit.service.ts'
import { type Extension, extend } from './users.extension.ts'
import { lockPeople } from './users.lock.service.ts'

/*
 * Changes of a membership inside a larger transaction, such as a renewal with a payment. The caller ends the sessions in `ended`
 * after the commit.
 */

export type Member = UserRow
type Changed = { member: Member; ended: string[] }

/** Returns the person for a transaction that changes their membership. Takes its lock before every other lock. */
export const lockMember = async (tx: Db, ctx: Ctx, id: string): Promise<Member | undefined> => {
  await lockPeople(tx, ctx)
  return rows.byId(tx, id)
}

export const findMember = (db: Db, id: string): Promise<Member | undefined> => rows.byId(db, id)

const change = async (
  tx: Db,
  ctx: Ctx,
  before: Member,
  sent: { body: UserChange; action: string; extension: Extension },
  whyNot: Judging['whyNot'],
): Promise<Changed> => {
  const planned = plan(ctx, before, sent.body, { pictureSha256: undefined, whyNot })
  ctx.notify('users', [before.id])
  const saving = { action: sent.action, reason: '', passwordHash: undefined, extension: sent.extension }
  const { row, ended } = await save(tx, ctx, planned, saving)
  return { member: row, ended }
}

export type Renewal = { until: string; withoutSeat?: boolean | undefined; chargeGap?: boolean | undefined; seatNumber?: number | undefined }

const bodyOf = ({ until, seatNumber }: Renewal): UserChange => ({ terminationDate: until, ...(seatNumber !== undefined && { seatNumber }) })

/** Returns the rule for renewals: that of `PUT /user/:id/termination` or, for another seat, of `PUT /user/:id`. */
const whyNotRenew = async (db: Db): Promise<Judging['whyNot']> => {
  const rules = await hallRules(db)
  return (me: Actor, target, changed) =>
    userPolicy.whyNotRenew(me, target, changed, rules) ??
    (changed.includes('seatNumber') ? userPolicy.whyNotUpdate(me, target, changed) : undefined)
}

/** Returns the person after a renewal. Throws whatever the renewal would throw, except for a taken seat. */
export const planRenewal = async (ctx: Ctx, before: Member, renewal: Renewal): Promise<Member> =>
  extend(ctx, plan(ctx, before, bodyOf(renewal), { pictureSha256: undefined, whyNot: await whyNotRenew(ctx.db) }), renewal).after

export const renewMember = async (tx: Db, ctx: Ctx, before: Member, renewal: Renewal): Promise<Changed> =>
  change(tx, ctx, before, { body: bodyOf(renewal), action: 'users.updateTermination', extension: renewal }, await whyNotRenew(tx))

/** Moves a student to another shift, and to another seat or none, by the rule of `PUT /user/:id`. Throws `seatTaken`. */
export const moveMember = (tx: Db, ctx: Ctx, before: Member, body: Pick<UserChange, 'slot' | 'seatNumber'>): Promise<Changed> =>
  change(tx, ctx, before, { body, action: 'users.update', extension: {} }, userPolicy.whyNotUpdate)

/** Ends a membership on its last day. A seat that is given up now is not kept either. */
export const endMembership = async (
  tx: Db,
  ctx: Ctx,
  before: Member,
  { lastDay, freesSeat }: { lastDay: string; freesSeat: boolean },
): Promise<Changed> => {
  const rules = await hallRules(tx)
  const whyNot: Judging['whyNot'] = (me, target) =>
    isStudent(target) ? userPolicy.whyNotRenew(me, target, ['terminationDate'], rules) : commonErrors.notAllowed
  const body = { terminationDate: lastDay, ...(freesSeat && { seatNumber: null }) }
  const member = freesSeat ? { ...before, formerSeat: null } : before
  return change(tx, ctx, member, { body, action: 'users.updateTermination', extension: {} }, whyNot)
}
