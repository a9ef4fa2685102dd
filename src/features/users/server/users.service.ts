import { AppError, commonErrors } from '#contract/errors.ts'
import { writeAudit } from '#features/audit/server/audit.service.ts'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { Db, SeatsTable, UsersTable } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Request } from '#server/http/feature.ts'
import { isExpired } from '#server/http/sessions.ts'
import type { Ctx, Platform } from '#server/platform.ts'
import { dayIn } from '#server/time.ts'
import { type NewUser, type User, userErrors, type usersApi } from '../users.contract.ts'
import { userPolicy } from '../users.policy.ts'
import * as rows from './users.db.ts'
import { hashPassword, mustBeStrong } from './users.passwords.service.ts'

export const toUser = ({ id, email, dateJoined, ...row }: rows.UserRow): User => ({
  _id: id,
  email: email ?? '',
  dateJoinedLibrary: dateJoined,
  ...row,
})

export const list = async ({ db }: Ctx, { query }: Request<typeof usersApi.list>) => {
  const filter = { search: query.search === undefined ? undefined : fold(query.search), role: query.role }
  const found = await rows.page(db, filter, query.limit, query.cursor)
  const items = found.slice(0, query.limit).map(toUser)
  return { items, nextCursor: found.length > items.length ? (items.at(-1)?._id ?? null) : null, total: await rows.count(db, filter) }
}

export const create = async (ctx: Ctx, { body }: Request<typeof usersApi.create>): Promise<User> => {
  userPolicy.mustCreate(ctx.me, body.role)
  return createAccount(ctx, body)
}

const halvesOf = (slot: UsersTable['slot']): SeatsTable['half'][] =>
  slot === 'full-day' ? ['morning', 'afternoon'] : slot === null ? [] : [slot]

const studentFields = (body: NewUser) =>
  body.role === 'student'
    ? {
        dob: body.dob ?? null,
        dateJoined: body.dateJoinedLibrary ?? null,
        slot: body.slot ?? null,
        seatNumber: body.seatNumber ?? null,
        phone: body.phone || null,
      }
    : { dob: null, dateJoined: null, slot: null, seatNumber: null, phone: null }

type Maker = Platform & { me: Ctx['me'] | null; now: Date }

/** Makes an account; whoever calls has judged that it may be made. Throws `emailTaken`, `seatTaken` with the holder's name, and the password's failures. */
export const createAccount = async (ctx: Maker, body: NewUser): Promise<User> => {
  const user = await prepareAccount(ctx, body)
  try {
    return await transact(ctx.db, (tx) => saveAccount(tx, ctx, user))
  } catch (error) {
    throw isUniqueViolation(error) ? await clashOf(ctx.db, user) : error
  }
}

/** The row of a new account, its password hashed; outside a transaction, because hashing is slow on purpose. */
export const prepareAccount = async ({ now }: Pick<Maker, 'now'>, body: NewUser): Promise<UsersTable> => {
  mustBeStrong(body.password, body.email, 'password')
  const student = studentFields(body)
  if (student.seatNumber !== null && student.slot === null)
    throw new AppError(userErrors.seatWithoutSlot, { fields: { slot: userErrors.seatWithoutSlot.message } })
  return {
    id: newId(),
    name: body.name,
    nameFolded: fold(body.name),
    email: body.email,
    emailFolded: fold(body.email),
    role: body.role,
    passwordHash: await hashPassword(body.password),
    terminationDate: body.terminationDate ?? null,
    ...student,
    pictureSha256: null,
    createdAt: now.toISOString(),
    deletedAt: null,
  }
}

/** Saves a prepared account, its seat and the audit entry, in the transaction it is given. */
export const saveAccount = async (tx: Db, ctx: Maker, user: UsersTable): Promise<User> => {
  const row = await rows.insert(tx, user)
  const { seatNumber, slot, terminationDate } = user
  if (seatNumber !== null && !isExpired(ctx, terminationDate, ctx.now)) {
    await rows.freeExpiredSeats(tx, dayIn(ctx.config.timeZone, ctx.now))
    await rows.takeSeat(
      tx,
      halvesOf(slot).map((half) => ({ seatNumber, half, userId: user.id })),
    )
  }
  await writeAudit(tx, ctx, { action: 'users.create', targetId: user.id, after: toUser(row) })
  return toUser(row)
}

/** Says which of the two unique things somebody else has. */
const clashOf = async (db: Db, { emailFolded, seatNumber, slot }: UsersTable): Promise<AppError> => {
  const owner = await rows.byEmail(db, emailFolded ?? '')
  if (owner || seatNumber === null) return new AppError(userErrors.emailTaken, { fields: { email: userErrors.emailTaken.message } })
  const holder = await rows.seatHolder(db, seatNumber, halvesOf(slot))
  const message = holder ? `Seat ${seatNumber} (${holder.half}) is taken by ${holder.name}` : userErrors.seatTaken.message
  return new AppError(userErrors.seatTaken, { message, fields: { seatNumber: message } })
}

/** Whether there is any account yet. */
export const anybody = (db: Db): Promise<boolean> => rows.anybody(db)

/** The account of an email address, compared without regard to case, with its password's hash. */
export const findAccount = async (db: Db, email: string): Promise<{ user: User; passwordHash: string } | undefined> => {
  const row = await rows.byEmail(db, fold(email))
  if (!row) return undefined
  const { passwordHash, ...user } = row
  return { user: toUser(user), passwordHash }
}

/** Throws `notFound`. */
export const getUser = async (db: Db, id: string): Promise<User> => {
  const row = await rows.byId(db, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return toUser(row)
}

/** What a password of this person is judged by, or nothing where the person is deleted. */
export const findCredentials = async (db: Db, id: string): Promise<{ email: string; passwordHash: string } | undefined> => {
  const row = await rows.passwordHashOf(db, id)
  return row && { email: row.email ?? '', passwordHash: row.passwordHash }
}

export const setPassword = async (db: Db, id: string, passwordHash: string): Promise<void> => {
  await rows.setPasswordHash(db, id, passwordHash)
}

/** Answers whether the person still has this password, which stays so until the end of the transaction. */
export const holdPassword = async (tx: Db, id: string, passwordHash: string): Promise<boolean> =>
  (await rows.holdPasswordHash(tx, id, passwordHash)) !== undefined
