import { AppError, commonErrors, type ErrorKind } from '#contract/errors.ts'
import { seatErrors } from '#people/seats/seats.contract.ts'
import { withoutTakenSeat } from '#people/seats/server/seats.service.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { openingOf, prepareAccount, saveAccount } from '#people/users/server/users.service.ts'
import type { NewUser } from '#people/users/users.contract.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { type ImportReply, type RosterStudent, type rosterApi, rosterErrors, type Slip } from '../roster.contract.ts'
import { type CheckedPart, checkPart, type HowToRead } from './roster.check.ts'
import { findDuplicates } from './roster.duplicates.ts'
import { makePassword } from './roster.passwords.ts'
import { toReply } from './roster.reply.ts'
import { accountOf } from './roster.rows.ts'

type Prepared = { body: NewUser; user: UsersTable }

/** Hashes sequentially: hashing is slow on purpose, and sign-ins get their turn between two hashes. */
const prepareAll = async (
  ctx: Ctx,
  students: readonly RosterStudent[],
  reason: string,
): Promise<{ prepared: Prepared[]; slips: Slip[] }> => {
  const prepared: Prepared[] = []
  const slips: Slip[] = []
  for (const student of students) {
    const password = makePassword()
    const body = { ...accountOf(student, password), reason }
    prepared.push({ body, user: await prepareAccount(ctx, body) })
    const { name, seatNumber, email, phone } = student
    slips.push({ name, seatNumber, email, phone, password })
  }
  return { prepared, slips }
}

/**
 * Saves all or none, in one transaction. Throws `changedMeanwhile` if one of them has an account in the meantime, for example after
 * a second press.
 */
const saveAll = (ctx: Ctx, prepared: readonly Prepared[], students: readonly RosterStudent[], how: HowToRead): Promise<void> =>
  ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    const again = await findDuplicates(tx, students, new Set(how.anyway))
    if (again.some(({ isSkipped }) => isSkipped)) throw new AppError(rosterErrors.changedMeanwhile)
    for (const { body, user } of prepared) await saveAccount(tx, ctx, await withoutTakenSeat(tx, ctx, user), openingOf(body))
  })

/** What the check would have reported about a seat. */
const seatLost: readonly ErrorKind[] = [seatErrors.seatTaken, seatErrors.soldForDay, seatErrors.outOfOrder]

const refusalOf = ({ part, problems, students }: CheckedPart, expected: number | undefined) => {
  if (part.columns.every(({ field }) => field !== 'name')) return rosterErrors.noHeadings
  if (expected !== undefined) return expected === students.length ? undefined : rosterErrors.changedMeanwhile
  if (problems.length > 0) return rosterErrors.problems
  return students.length === 0 ? rosterErrors.nobodyLeft : undefined
}

/**
 * Imports a register, or reports the result in a dry run. A second call imports nobody twice: rows with an account are skipped. The
 * passwords are only in the reply; only their hashes are stored.
 */
export const importStudents = async (ctx: Ctx, { body, file }: Input<typeof rosterApi.importStudents>): Promise<ImportReply> => {
  const { dryRun = true, reason = '', expected, ...how } = body ?? {}
  const checked = await checkPart(ctx, file, how)
  const told = toReply(checked, await hallSettings(ctx.db))
  if (dryRun) return { ...told, slips: [] }
  const refusal = refusalOf(checked, expected)
  if (refusal) throw new AppError(refusal)
  const { reasonNeeded } = rosterErrors
  if (told.concessions > 0 && reason === '') throw new AppError(reasonNeeded, { field: 'reason' })
  const { prepared, slips } = await prepareAll(ctx, checked.students, reason)
  // A proxy may have closed the request. Accounts whose passwords nobody has seen would be useless.
  if (ctx.isGone()) throw new AppError(commonErrors.unavailable)
  try {
    await saveAll(ctx, prepared, checked.students, how)
  } catch (error) {
    throw isUniqueViolation(error) || (error instanceof AppError && seatLost.includes(error.kind))
      ? new AppError(rosterErrors.changedMeanwhile)
      : error
  }
  return { ...told, slips }
}
