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
import { hallRules } from '#system/customization/server/customization.rules.service.ts'
import { assertShiftOffered } from '#system/shifts/server/shifts.service.ts'
import { type User, type UserChange, type UserField, type usersApi, whyNoSignIn } from '../users.contract.ts'
import { userPolicy } from '../users.policy.ts'
import { concedeChange } from './users.concessions.service.ts'
import * as rows from './users.db.ts'
import { assertNotDemoAccount } from './users.demo.service.ts'
import { type Extension, extend, extendsAccount, type Plan } from './users.extension.ts'
import { seatChanged, signInChanged } from './users.hooks.ts'
import { lockPeople } from './users.lock.service.ts'
import { assertStrong, hashPassword, type SignInNames } from './users.passwords.service.ts'
import { readAvatar } from './users.pictures.service.ts'
import { assertSeatExists, assertSeatHasSlot } from './users.seat.service.ts'
import { clashOf, foldedNames, noStudentFields, toRecord, toUser } from './users.service.ts'
import { assertSuperadminRemains } from './users.superadmin.service.ts'

const orStored = <T>(sent: T | undefined, stored: T): T => (sent === undefined ? stored : sent)

/** Returns the row with all sent fields; fields of students are dropped for everybody else. */
const apply = (before: rows.UserRow, body: UserChange, pictureSha256: string | undefined): rows.UserRow => {
  const role = orStored(body.role, before.role)
  const seatNumber = orStored(body.seatNumber, before.seatNumber)
  return {
    ...before,
    name: orStored(body.name, before.name),
    email: orStored(body.email, before.email),
    phone: orStored(body.phone, before.phone) || null,
    role,
    terminationDate: orStored(body.terminationDate, before.terminationDate),
    ...(role === 'student'
      ? {
          dob: orStored(body.dob, before.dob),
          dateJoined: orStored(body.dateJoinedLibrary, before.dateJoined),
          slot: orStored(body.slot, before.slot),
          seatNumber,
          formerSeat: seatNumber === null ? before.formerSeat : null,
          monthlyFee: body.monthlyFee === undefined ? before.monthlyFee : body.monthlyFee === null ? null : toPaise(body.monthlyFee),
          pictureSha256: pictureSha256 ?? (body.removePicture ? null : before.pictureSha256),
        }
      : noStudentFields),
  }
}

/**
 * A person who may not move anybody sends back the seat that their screen showed. If it was kept then and has been given to someone
 * else since, they have not changed it.
 */
const seatAsSent = (me: Actor, { formerSeat }: rows.UserRow, body: UserChange): UserChange =>
  formerSeat !== null && body.seatNumber === formerSeat && !isSuperadmin(me) ? { ...body, seatNumber: undefined } : body

const differing = (before: rows.UserRow, after: rows.UserRow) => {
  const [one, other] = [toRecord(before), toRecord(after)]
  return (Object.keys(one) as (keyof typeof one)[]).filter((field) => one[field] !== other[field])
}

const pick = (row: rows.UserRow, fields: readonly UserField[]) =>
  Object.fromEntries(Object.entries(toRecord(row)).filter(([field]) => fields.some((one) => one === field)))

/** Checked only on changes: accounts of earlier versions may have neither. */
const assertCanSignIn = (after: rows.UserRow, changed: readonly UserField[]): void => {
  const found = changed.some((field) => field === 'email' || field === 'phone') ? whyNoSignIn(after) : undefined
  if (found) throw new AppError(found.kind, { field: found.field })
}

export type Judging = { pictureSha256: string | undefined; whyNot: typeof userPolicy.whyNotUpdate }

/** Throws if the change is not allowed for this caller (checked first) or is invalid. */
export const plan = ({ me, config }: Ctx, before: rows.UserRow | undefined, body: UserChange, { pictureSha256, whyNot }: Judging): Plan => {
  if (!before) throw new AppError(commonErrors.notFound)
  const after = apply(before, seatAsSent(me, before, body), pictureSha256)
  const changed: UserField[] = [...differing(before, after), ...(body.password ? (['password'] as const) : [])]
  const kind = whyNot(me, { _id: before.id, role: before.role }, changed)
  if (kind) throw new AppError(kind)
  if (changed.length > 0) assertNotDemoAccount(config, before.email)
  assertCanSignIn(after, changed)
  assertSeatHasSlot(after)
  return { before, after, changed }
}

/** Ends the sessions that the change ends. Sessions of an expiring account stay, so that their next call can say that it has expired. */
const endSessions = async (tx: Db, ctx: Ctx, plan: Plan): Promise<string[]> => {
  const { before, changed } = plan
  if (changed.includes('role')) return endSessionsOf(ctx, tx, before.id)
  if (changed.includes('password')) return endSessionsOf(ctx, tx, before.id, ctx.me._id === before.id ? { except: ctx.sessionId } : {})
  // A reactivated account does not get its old sessions back: the person must sign in again.
  return extendsAccount(ctx, plan) ? endSessionsOf(ctx, tx, before.id) : []
}

const seatFields: readonly UserField[] = ['role', 'terminationDate', 'slot', 'seatNumber']

type Saving = { action: string; reason: string; passwordHash: string | undefined; extension: Extension }

/** Saves a plan in its transaction; returns the row and the ended sessions. */
export const save = async (tx: Db, ctx: Ctx, planned: Plan, { action, reason, passwordHash, extension }: Saving) => {
  // The picture is unchanged, or another caller made the same change first.
  if (planned.changed.length === 0) return { row: planned.before, ended: [] }
  const { before, after, changed, endedStay } = extend(ctx, planned, extension)
  const changesSeat = changed.some((field) => seatFields.includes(field))
  // If the hall has fewer seats than before, the numbers of people who have left stay.
  if (changed.includes('seatNumber') || extendsAccount(ctx, planned)) await assertSeatExists(tx, after)
  if (changed.includes('slot')) await assertShiftOffered(tx, after.slot)
  await concedeChange(tx, ctx, before, after, reason)
  const { id, createdAt: _, ...values } = after
  const row = await rows.update(tx, id, {
    ...values,
    nameFolded: fold(after.name),
    ...foldedNames(after),
    ...(passwordHash !== undefined && { passwordHash }),
  })
  if (!row) throw new AppError(commonErrors.notFound)
  if (changesSeat) await ctx.hooks.run(seatChanged, tx, ctx, row)
  if (changed.includes('role') || changed.includes('password')) await ctx.hooks.run(signInChanged, tx, id)
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
  // Checked before the slow work, and again in the transaction: another caller may have changed the same person in between.
  const first = plan(ctx, await rows.byId(ctx.db, id), body, { pictureSha256: file?.sha256, whyNot })
  if (first.changed.length === 0) return toUser(ctx, first.before)
  const passwordHash = body.password ? await newHash(body.password, first.after) : undefined
  const picture = file && first.after.role === 'student' ? await readAvatar(ctx, file) : undefined
  let latest = first
  try {
    const { row, ended } = await withPicture(ctx, picture, async (tx) => {
      await lockPeople(tx, ctx)
      latest = plan(ctx, await rows.byId(tx, id), body, { pictureSha256: picture?.sha256, whyNot })
      ctx.notify('users', [id])
      await assertSuperadminRemains(tx, latest.before, latest.after)
      return save(tx, ctx, latest, { action, reason: body.reason ?? '', passwordHash, extension })
    })
    ctx.live.endSessions(ended)
    return await toUser(ctx, row)
  } catch (error) {
    throw isUniqueViolation(error) ? await clashOf(ctx.db, latest.after) : error
  }
}

const newHash = (password: string, person: SignInNames): Promise<string> => {
  assertStrong(password, person, 'password')
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
