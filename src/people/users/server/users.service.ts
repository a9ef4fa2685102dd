import type { Role } from '#contract/actor.ts'
import { dayIn } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { monthOfDay } from '#contract/month.ts'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { Db, UsersTable } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Opening } from '#server/feature/hooks.ts'
import type { Ctx, OpenCtx, Platform } from '#server/feature/platform.ts'
import { withPicture } from '#server/files/pictures.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import { pageOf } from '#server/http/paging.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { type NewUser, type User, userErrors, type usersApi } from '../users.contract.ts'
import { userPolicy } from '../users.policy.ts'
import { concedeToNew } from './users.concessions.service.ts'
import * as rows from './users.db.ts'
import * as people from './users.list.db.ts'
import { lockPeople } from './users.lock.service.ts'
import { orderOf } from './users.order.ts'
import { hashPassword, mustBeStrong } from './users.passwords.service.ts'
import { pictureLink, readAvatar } from './users.pictures.service.ts'
import { readSearch } from './users.search.ts'
import { mustHaveSlot, seatClash, seatMustExist, settleSeat } from './users.seats.service.ts'

type Shower = Pick<Platform, 'db' | 'clock'>

/** A person as replies show them. Never inside a transaction: the picture's address is signed with a key of the database. */
export const toUser = async (ctx: Shower, row: rows.UserRow): Promise<User> => ({
  _id: row.id,
  name: row.name,
  email: row.email ?? '',
  role: row.role,
  terminationDate: row.terminationDate,
  dob: row.dob,
  dateJoinedLibrary: row.dateJoined,
  slot: row.slot,
  seatNumber: row.seatNumber,
  phone: row.phone,
  monthlyFee: row.monthlyFee === null ? null : toRupees(row.monthlyFee),
  profilePictureUrl: await pictureLink(ctx, row),
  createdAt: row.createdAt,
})

/** A person as they see themselves. */
export const toOwnUser = async (ctx: Shower, row: rows.UserRow): Promise<User> => ({
  ...(await toUser(ctx, row)),
  conversations: (await people.conversationIdsOf(ctx.db, row.id, limits.listMax)).map((_id) => ({ _id })),
})

/** What of a person the audit keeps, by the names of the contract; of a picture the hash of its content. */
export const toRecord = (row: Omit<rows.UserRow, 'id' | 'createdAt' | 'formerSeat'>) => ({
  name: row.name,
  email: row.email,
  role: row.role,
  terminationDate: row.terminationDate,
  dob: row.dob,
  dateJoinedLibrary: row.dateJoined,
  slot: row.slot,
  seatNumber: row.seatNumber,
  phone: row.phone,
  monthlyFee: row.monthlyFee === null ? null : toRupees(row.monthlyFee),
  profilePicture: row.pictureSha256,
})

export const list = async (ctx: Ctx, { query }: Input<typeof usersApi.list>): Promise<Reply<typeof usersApi.list>> => {
  const { db, config, now } = ctx
  const { search, role, status, hasSeat } = query
  const filter = { search: readSearch(search), role, status, hasSeat, today: dayIn(config.timeZone, now) }
  const found = await people.find(db, filter)
  const page = await pageOf(orderOf(status), query, (limit, after) => people.page(db, { filter, found, limit, after }))
  const items = await Promise.all(page.items.map((row) => toUser(ctx, row)))
  const isWhole = !query.cursor && page.nextCursor === null
  return { items, nextCursor: page.nextCursor, total: isWhole ? items.length : await people.count(db, filter, found) }
}

export const profile = async (ctx: Ctx, { params }: Input<typeof usersApi.profile>): Promise<User> => {
  const row = await rows.byId(ctx.db, params.id)
  if (!row) throw new AppError(commonErrors.notFound)
  const kind = userPolicy.whyNotSee(ctx.me, { _id: row.id })
  if (kind) throw new AppError(kind)
  return row.id === ctx.me._id ? toOwnUser(ctx, row) : toUser(ctx, row)
}

export const create = async (ctx: Ctx, { body, file }: Input<typeof usersApi.create>): Promise<User> => {
  const kind = userPolicy.whyNotCreate(ctx.me, body.role)
  if (kind) throw new AppError(kind, { field: 'role' })
  return createAccount(ctx, body, body.role === 'student' ? file : undefined)
}

/** What nobody but students has. */
export const noStudentFields = {
  dob: null,
  dateJoined: null,
  slot: null,
  seatNumber: null,
  phone: null,
  pictureSha256: null,
  monthlyFee: null,
  formerSeat: null,
}

const paiseOf = (rupees: number | null | undefined): number | null => (rupees == null ? null : toPaise(rupees))

const studentFields = (body: NewUser) =>
  body.role === 'student'
    ? {
        dob: body.dob ?? null,
        dateJoined: body.dateJoinedLibrary ?? null,
        slot: body.slot ?? null,
        seatNumber: body.seatNumber ?? null,
        phone: body.phone || null,
        pictureSha256: null,
        monthlyFee: paiseOf(body.monthlyFee),
        formerSeat: null,
      }
    : noStudentFields

type Maker = Pick<OpenCtx, 'db' | 'storage' | 'clock' | 'config' | 'transact' | 'me' | 'now' | 'hooks'>

/** Makes an account; the caller has judged that it may be made. Throws `emailTaken`, `seatTaken` with the holder's name, and the password's failures. */
export const createAccount = async (ctx: Maker, body: NewUser, file?: ReceivedFile): Promise<User> => {
  const prepared = await prepareAccount(ctx, body)
  const picture = file && (await readAvatar(ctx, file))
  const user = { ...prepared, pictureSha256: picture?.sha256 ?? null }
  try {
    return await toUser(ctx, await withPicture(ctx, picture, (tx) => saveAccount(tx, ctx, user, openingOf(body))))
  } catch (error) {
    throw isUniqueViolation(error) ? await clashOf(ctx.db, user) : error
  }
}

/** The row of a new account, its password hashed; outside a transaction, because hashing is slow on purpose. */
export const prepareAccount = async ({ now }: Pick<Maker, 'now'>, body: NewUser): Promise<UsersTable> => {
  mustBeStrong(body.password, body.email, 'password')
  const student = studentFields(body)
  mustHaveSlot(student)
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
    createdAt: now.toISOString(),
    deletedAt: null,
  }
}

/** What a student brings from paper; nothing of anybody else. */
export const openingOf = ({ role, paidUpTo, oldDues, reason }: NewUser): Opening => ({
  paidUpTo: role === 'student' && paidUpTo ? monthOfDay(paidUpTo) : null,
  oldDues: role === 'student' ? paiseOf(oldDues) : null,
  reason: reason ?? '',
})

/** Saves a prepared account, its seat, what it brings and the audit entry, in the transaction it is given. */
export const saveAccount = async (
  tx: Db,
  ctx: Maker,
  user: UsersTable,
  opening: Opening = { paidUpTo: null, oldDues: null, reason: '' },
): Promise<rows.UserRow> => {
  await lockPeople(tx, ctx.me)
  await seatMustExist(tx, user)
  const row = await rows.insert(tx, user)
  await settleSeat(tx, ctx, user)
  await concedeToNew(tx, ctx, user, opening)
  await ctx.hooks.onPersonCreated(tx, ctx, { id: user.id, ...opening })
  await writeAudit(tx, ctx, { action: 'users.create', targetId: user.id, after: toRecord(row) })
  return row
}

/** Says which of the two unique things of a row someone else has. */
export const clashOf = async (db: Db, user: UsersTable | rows.UserRow): Promise<AppError> => {
  const owner = await rows.byEmail(db, fold(user.email ?? ''))
  if (owner && owner.id !== user.id) return new AppError(userErrors.emailTaken, { field: 'email' })
  return seatClash(db, user)
}

/** The ids of everybody whose name or email contains a folded text, or undefined where they are very many. */
export const findPeople = (db: Db, text: string): Promise<string[] | undefined> =>
  people.gather(db, { text, digits: undefined, seatNumber: undefined })

/** Whether there is any account yet. */
export const anybody = (db: Db): Promise<boolean> => rows.anybody(db)

export type Account = rows.UserRow & { passwordHash: string }

/** The account of an email address, compared without regard to case, with its password's hash. */
export const findAccount = (db: Db, email: string): Promise<Account | undefined> => rows.byEmail(db, fold(email))

/** Throws `notFound`. */
export const getUser = async (ctx: Shower, id: string): Promise<User> => {
  const row = await rows.byId(ctx.db, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return toOwnUser(ctx, row)
}

/** What a password of this person is judged by, or undefined if the person is deleted. */
export const findCredentials = async (db: Db, id: string): Promise<{ email: string; passwordHash: string; role: Role } | undefined> => {
  const row = await rows.passwordHashOf(db, id)
  return row && { email: row.email ?? '', passwordHash: row.passwordHash, role: row.role }
}

export const setPassword = async (db: Db, id: string, passwordHash: string): Promise<void> => {
  await rows.setPasswordHash(db, id, passwordHash)
}

/** Returns whether the person still has this password, which stays so until the end of the transaction. */
export const lockPassword = async (tx: Db, id: string, passwordHash: string): Promise<boolean> =>
  (await rows.lockPasswordHash(tx, id, passwordHash)) !== undefined
