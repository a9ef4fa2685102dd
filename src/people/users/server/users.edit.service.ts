import { type Actor, isSuperadmin } from '#contract/actor.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toPaise } from '#contract/money.ts'
import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { withPicture } from '#server/files/pictures.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { hallRules } from '#system/settings/server/customization.rules.service.ts'
import type { User, UserChange, UserField, usersApi } from '../users.contract.ts'
import { userPolicy } from '../users.policy.ts'
import { concedeChange } from './users.concessions.service.ts'
import * as rows from './users.db.ts'
import { type Extension, extend, extendsAccount, type Plan } from './users.extension.ts'
import { lockPeople } from './users.lock.service.ts'
import { hashPassword, mustBeStrong } from './users.passwords.service.ts'
import { readAvatar } from './users.pictures.service.ts'
import { mustHaveSlot, seatMustExist, settleSeat } from './users.seats.service.ts'
import { clashOf, noStudentFields, toRecord, toUser } from './users.service.ts'
import { mustLeaveSuperadmin } from './users.superadmin.service.ts'

const orStored = <T>(sent: T | undefined, stored: T): T => (sent === undefined ? stored : sent)

/** The row with everything that was sent; what only students have is dropped for everybody else. */
const apply = (before: rows.UserRow, body: UserChange, pictureSha256: string | undefined): rows.UserRow => {
  const role = orStored(body.role, before.role)
  const seatNumber = orStored(body.seatNumber, before.seatNumber)
  return {
    ...before,
    name: orStored(body.name, before.name),
    email: orStored(body.email, before.email),
    role,
    terminationDate: orStored(body.terminationDate, before.terminationDate),
    ...(role === 'student'
      ? {
          dob: orStored(body.dob, before.dob),
          dateJoined: orStored(body.dateJoinedLibrary, before.dateJoined),
          slot: orStored(body.slot, before.slot),
          seatNumber,
          formerSeat: seatNumber === null ? before.formerSeat : null,
          phone: orStored(body.phone, before.phone) || null,
          monthlyFee: body.monthlyFee === undefined ? before.monthlyFee : body.monthlyFee === null ? null : toPaise(body.monthlyFee),
          pictureSha256: pictureSha256 ?? (body.removePicture ? null : before.pictureSha256),
        }
      : noStudentFields),
  }
}

/**
 * A person who may not move anybody sends the seat back as their screen had it. If it was kept then and was given to someone else
 * since, they have not changed it.
 */
const seatAsSent = (me: Actor, { formerSeat }: rows.UserRow, body: UserChange): UserChange =>
  formerSeat !== null && body.seatNumber === formerSeat && !isSuperadmin(me) ? { ...body, seatNumber: undefined } : body

const differing = (before: rows.UserRow, after: rows.UserRow) => {
  const [one, other] = [toRecord(before), toRecord(after)]
  return (Object.keys(one) as (keyof typeof one)[]).filter((field) => one[field] !== other[field])
}

const pick = (row: rows.UserRow, fields: readonly UserField[]) =>
  Object.fromEntries(Object.entries(toRecord(row)).filter(([field]) => fields.some((one) => one === field)))

type Judging = { pictureSha256: string | undefined; whyNot: typeof userPolicy.whyNotUpdate }

/** Throws what is wrong with the change for this caller: what is not allowed first, then what cannot be. */
const plan = ({ me }: Ctx, before: rows.UserRow | undefined, body: UserChange, { pictureSha256, whyNot }: Judging): Plan => {
  if (!before) throw new AppError(commonErrors.notFound)
  const after = apply(before, seatAsSent(me, before, body), pictureSha256)
  const changed: UserField[] = [...differing(before, after), ...(body.password ? (['password'] as const) : [])]
  const kind = whyNot(me, { _id: before.id, role: before.role }, changed)
  if (kind) throw new AppError(kind)
  mustHaveSlot(after)
  return { before, after, changed }
}

/** Ends the sessions that the change ends. Of an account that expires they stay, to say so to a person who comes with one. */
const endSessions = async (tx: Db, ctx: Ctx, plan: Plan): Promise<string[]> => {
  const { before, changed } = plan
  if (changed.includes('role')) return endSessionsOf(ctx, tx, before.id)
  if (changed.includes('password')) return endSessionsOf(ctx, tx, before.id, ctx.me._id === before.id ? { except: ctx.sessionId } : {})
  // Where the account works again its old sessions do not: a person who had them signs in.
  return extendsAccount(ctx, plan) ? endSessionsOf(ctx, tx, before.id) : []
}

const seatFields: readonly UserField[] = ['role', 'terminationDate', 'slot', 'seatNumber']

type Saving = { action: string; reason: string; passwordHash: string | undefined; extension: Extension }

/** Writes a plan, in its transaction; returns the row and the sessions that it ended. */
const save = async (tx: Db, ctx: Ctx, planned: Plan, { action, reason, passwordHash, extension }: Saving) => {
  // The same picture again, or someone else was first with the same change.
  if (planned.changed.length === 0) return { row: planned.before, ended: [] }
  const { before, after, changed, endedStay } = extend(ctx, planned, extension)
  const changesSeat = changed.some((field) => seatFields.includes(field))
  // A hall that has fewer seats now leaves the numbers of those who have left alone.
  if (changed.includes('seatNumber') || extendsAccount(ctx, planned)) await seatMustExist(tx, after)
  await concedeChange(tx, ctx, before, after, reason)
  const { id, createdAt: _, ...values } = after
  const row = await rows.update(tx, id, {
    ...values,
    nameFolded: fold(after.name),
    emailFolded: fold(after.email ?? ''),
    ...(passwordHash !== undefined && { passwordHash }),
  })
  if (!row) throw new AppError(commonErrors.notFound)
  if (changesSeat) await settleSeat(tx, ctx, row)
  if (endedStay) await rows.insertStay(tx, endedStay)
  const passwordChanged = changed.includes('password') && { passwordChanged: true }
  await writeAudit(tx, ctx, { action, targetId: id, before: pick(before, changed), after: { ...pick(after, changed), ...passwordChanged } })
  return { row, ended: await endSessions(tx, ctx, { before, after, changed }) }
}

type Sent = {
  id: string
  body: UserChange
  file?: ReceivedFile | undefined
  action: string
  extension: Extension
  whyNot: Judging['whyNot']
}

const change = async (ctx: Ctx, { id, body, file, action, extension, whyNot }: Sent): Promise<User> => {
  // Judged before the slow work, and again in the transaction: someone else may have changed the same person meanwhile.
  const first = plan(ctx, await rows.byId(ctx.db, id), body, { pictureSha256: file?.sha256, whyNot })
  if (first.changed.length === 0) return toUser(ctx, first.before)
  const passwordHash = body.password ? await newHash(body.password, first.after.email ?? '') : undefined
  const picture = file && first.after.role === 'student' ? await readAvatar(ctx, file) : undefined
  let latest = first
  try {
    const { row, ended } = await withPicture(ctx, picture, async (tx) => {
      await lockPeople(tx, ctx.me)
      latest = plan(ctx, await rows.byId(tx, id), body, { pictureSha256: picture?.sha256, whyNot })
      ctx.notify('users', [id])
      await mustLeaveSuperadmin(tx, latest.before, latest.after)
      return save(tx, ctx, latest, { action, reason: body.reason ?? '', passwordHash, extension })
    })
    ctx.live.endSessions(ended)
    return await toUser(ctx, row)
  } catch (error) {
    throw isUniqueViolation(error) ? await clashOf(ctx.db, latest.after) : error
  }
}

const newHash = (password: string, email: string): Promise<string> => {
  mustBeStrong(password, email, 'password')
  return hashPassword(password)
}

export const update = (ctx: Ctx, { params, body, file }: Input<typeof usersApi.update>): Promise<User> => {
  const extension = { chargeGap: body.chargeGap, seatNumber: body.seatNumber }
  return change(ctx, { id: params.id, body, file, action: 'users.update', extension, whyNot: userPolicy.whyNotUpdate })
}

export const updateTermination = async (ctx: Ctx, { params, body }: Input<typeof usersApi.updateTermination>): Promise<User> => {
  const rules = await hallRules(ctx.db)
  const whyNot: Judging['whyNot'] = (me, target, changed) => userPolicy.whyNotRenew(me, target, changed, rules)
  const sent = { terminationDate: body.terminationDate }
  return change(ctx, { id: params.id, body: sent, action: 'users.updateTermination', extension: body, whyNot })
}
