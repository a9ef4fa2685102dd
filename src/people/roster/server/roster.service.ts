import { AppError, commonErrors } from '#contract/errors.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { asLeft } from '#people/users/server/users.seats.service.ts'
import { openingOf, prepareAccount, saveAccount } from '#people/users/server/users.service.ts'
import { type NewUser, userErrors } from '#people/users/users.contract.ts'
import type { UsersTable } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type ImportReply, type RosterStudent, type rosterApi, rosterErrors, type Slip } from '../roster.contract.ts'
import { checkRegister } from './roster.check.ts'
import { makePassword } from './roster.passwords.ts'
import { accountOf } from './roster.rows.ts'

type Prepared = { body: NewUser; user: UsersTable }

/** One after the other: hashing is slow on purpose, and a person who signs in meanwhile has a turn between two of them. */
const prepareAll = async (
  ctx: Ctx,
  students: readonly RosterStudent[],
  reason: string,
): Promise<{ prepared: Prepared[]; slips: Slip[] }> => {
  const prepared: Prepared[] = []
  const slips: Slip[] = []
  for (const { isMadeAddress: _, ...student } of students) {
    const password = makePassword()
    const body = { ...accountOf(student, password), reason }
    prepared.push({ body, user: await prepareAccount(ctx, body) })
    slips.push({ name: student.name, seatNumber: student.seatNumber, email: student.email, password })
  }
  return { prepared, slips }
}

/** All or none, in one transaction. */
const saveAll = (ctx: Ctx, prepared: readonly Prepared[]): Promise<void> =>
  ctx.transact(async (tx) => {
    await lockPeople(tx, ctx.me)
    for (const { body, user } of prepared) await saveAccount(tx, ctx, await asLeft(tx, ctx, user), openingOf(body))
  })

/** Takes a register in, or tells what would become of it. The passwords are answered once; what is kept of them is their hash. */
export const importStudents = async (ctx: Ctx, { body, file }: Input<typeof rosterApi.importStudents>): Promise<ImportReply> => {
  const { dryRun = true, makeAddresses = false, reason = '' } = body ?? {}
  const checked = await checkRegister(ctx, file, makeAddresses)
  if (dryRun) return { ...checked, slips: [] }
  if (checked.problemCount > 0) throw new AppError(rosterErrors.problems)
  const { reasonNeeded } = rosterErrors
  if (checked.concessions > 0 && reason === '') throw new AppError(reasonNeeded, { field: 'reason' })
  const { prepared, slips } = await prepareAll(ctx, checked.students, reason)
  // A proxy may have given up meanwhile. Accounts whose passwords nobody has seen would be of no use to anybody.
  if (ctx.isGone()) throw new AppError(commonErrors.unavailable)
  try {
    await saveAll(ctx, prepared)
  } catch (error) {
    throw isUniqueViolation(error) || (error instanceof AppError && error.kind === userErrors.seatTaken)
      ? new AppError(rosterErrors.changedMeanwhile)
      : error
  }
  return { ...checked, slips }
}
