import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { toPaiseOrNull, toRupees } from '#contract/money.ts'
import { monthOfDay } from '#contract/month.ts'
import { foldPhone } from '#contract/phone.ts'
import { labelOf, type SeatLabels, seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx, Platform } from '#server/feature/platform.ts'
import { withPicture } from '#server/files/pictures.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import { type HallClock, type HallNow, hallToday } from '#server/hallDay.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Caller } from '#server/sessions/sameRole.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { assertShiftOffered } from '#system/shifts/server/shifts.service.ts'
import type { NewUser, User, usersApi } from '../users.contract.ts'
import { userErrors } from '../users.errors.contract.ts'
import { userPolicy } from '../users.policy.ts'
import { concedeToNew } from './users.concessions.service.ts'
import * as rows from './users.db.ts'
import { filterOf } from './users.filter.service.ts'
import { type AskedDues, duesAsked, type Opening, personCreated, seatChanged } from './users.hooks.ts'
import * as people from './users.list.db.ts'
import { lockPeople } from './users.lock.service.ts'
import { orderOf } from './users.order.ts'
import { assertStrong, hashPassword } from './users.passwords.service.ts'
import { pictureLink, readAvatar } from './users.pictures.service.ts'
import { assertSeatExists, assertSeatHasSlot } from './users.seat.service.ts'

type ReplyContext = Pick<Platform, 'db' | 'clock'>

/**
 * Converts a person to their form in replies. Must not run inside a transaction: the picture's URL is signed with a key read from
 * the database. `labels` saves a query for each person of a list.
 */
export const toUser = async (ctx: ReplyContext, row: rows.UserRow, labels?: SeatLabels): Promise<User> => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  terminationDate: row.terminationDate,
  dob: row.dob,
  dateJoinedLibrary: row.dateJoined,
  slot: row.slot,
  seatNumber: row.seatNumber,
  ...(await labelOf(ctx.db, row.seatNumber, labels)),
  phone: row.phone,
  monthlyFee: row.monthlyFee === null ? null : toRupees(row.monthlyFee),
  profilePictureUrl: await pictureLink(ctx, row),
  createdAt: row.createdAt,
})

/** Converts a person to the form that they see themselves. */
export const toOwnUser = async (ctx: ReplyContext, row: rows.UserRow): Promise<User> => ({
  ...(await toUser(ctx, row)),
  conversations: (await people.conversationIdsOf(ctx.db, row.id, limits.listMax)).map((_id) => ({ _id })),
})

/** Returns the fields of a person that the audit stores, by their names in the contract; a picture is stored as the hash of its content. */
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
  const { db } = ctx
  const filter = await filterOf(ctx, query)
  const found = await people.find(db, filter)
  const page = await pageOf(orderOf(query.status), query, (limit, after) => people.page(db, { filter, found, limit, after }))
  const labels = await seatLabels(db)
  const asked: AskedDues = { userIds: page.items.map(({ id }) => id) }
  await ctx.hooks.run(duesAsked, db, asked)
  const items = await Promise.all(
    page.items.map(async (row) => {
      const owed = asked.owed?.get(row.id)
      return { ...(await toUser(ctx, row, labels)), ...(owed && { owed: toRupees(owed) }) }
    }),
  )
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

/** The empty values of the fields that only students have. */
export const noStudentFields = {
  dob: null,
  dateJoined: null,
  slot: null,
  seatNumber: null,
  pictureSha256: null,
  monthlyFee: null,
  formerSeat: null,
}

const studentFields = (body: NewUser) =>
  body.role === 'student'
    ? {
        dob: body.dob ?? null,
        dateJoined: body.dateJoinedLibrary ?? null,
        slot: body.slot ?? null,
        seatNumber: body.seatNumber ?? null,
        pictureSha256: null,
        monthlyFee: toPaiseOrNull(body.monthlyFee),
        formerSeat: null,
      }
    : noStudentFields

type Maker = Pick<OpenCtx, 'db' | 'storage' | 'clock' | 'config' | 'transact' | 'now' | 'hooks'> & HallClock & (Caller | { me: null })

/**
 * Creates an account; the caller has checked that it is allowed. Throws `emailTaken`, `seatTaken` with the holder's name, and the
 * errors of the password.
 */
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

/** Returns the folded names by which people sign in. */
export const foldedNames = ({ email, phone }: Pick<UsersTable, 'email' | 'phone'>) => ({
  emailFolded: email === null ? null : fold(email),
  phoneFolded: foldPhone(phone) ?? null,
})

/** Builds the row of a new account and hashes its password. Runs outside a transaction, because hashing is slow on purpose. */
export const prepareAccount = async ({ now }: Pick<Maker, 'now'>, body: NewUser): Promise<UsersTable> => {
  assertStrong(body.password, body, 'password')
  const phone = body.phone || null
  const student = studentFields(body)
  assertSeatHasSlot(student)
  return {
    id: newId(),
    name: body.name,
    nameFolded: fold(body.name),
    email: body.email ?? null,
    ...foldedNames({ email: body.email ?? null, phone }),
    phone,
    role: body.role,
    passwordHash: await hashPassword(body.password),
    terminationDate: body.terminationDate ?? null,
    ...student,
    createdAt: now.toISOString(),
    deletedAt: null,
  }
}

/** Returns the opening of a student; undefined for anybody else. */
export const openingOf = ({ role, paidUpTo, oldDues, reason }: NewUser): Opening => ({
  paidUpTo: role === 'student' && paidUpTo ? monthOfDay(paidUpTo) : null,
  oldDues: role === 'student' ? toPaiseOrNull(oldDues) : null,
  reason: reason ?? '',
})

/** Saves a prepared account, its seat, its opening and the audit entry, in the given transaction. */
export const saveAccount = async (
  tx: Db,
  ctx: Maker,
  user: UsersTable,
  opening: Opening = { paidUpTo: null, oldDues: null, reason: '' },
): Promise<rows.UserRow> => {
  await lockPeople(tx, ctx)
  await assertSeatExists(tx, user)
  await assertShiftOffered(tx, user.slot)
  const row = await rows.insert(tx, user)
  await ctx.hooks.run(seatChanged, tx, ctx, user)
  await concedeToNew(tx, ctx, user, opening)
  await ctx.hooks.run(personCreated, tx, ctx, { id: user.id, ...opening })
  await writeAudit(tx, ctx, { action: 'users.create', targetId: user.id, after: toRecord(row) })
  return row
}

/** Returns the error for the unique value of a row that another person has: the email address, or else the seat. */
export const clashOf = async (db: Db, user: UsersTable | rows.UserRow): Promise<AppError> => {
  const owner = user.email === null ? undefined : await rows.byEmail(db, fold(user.email))
  if (owner && owner.id !== user.id) return new AppError(userErrors.emailTaken, { field: 'email' })
  return new AppError(userErrors.seatTaken, { field: 'seatNumber' })
}

/** Returns the number of people who match a filter of the list. */
export const countPeople = (db: Db, filter: Omit<people.Filter, 'search'>): Promise<number> =>
  people.count(db, { ...filter, search: undefined }, undefined)

/**
 * Returns the ids of everybody whose name or email contains a folded text, or whose phone number these digits, or undefined if there
 * are too many.
 */
export const findPeople = (db: Db, text: string, digits?: string): Promise<string[] | undefined> =>
  people.gather(db, { text, digits, seatNumber: undefined })

/** Returns whether any account exists. */
export const anybody = (db: Db): Promise<boolean> => rows.anybody(db)

export type Account = rows.UserRow & { passwordHash: string }
type Credentials = Pick<UsersTable, 'email' | 'phone' | 'passwordHash' | 'role'>

/**
 * Returns the account of an email address, case-insensitively, or of a mobile number in any spelling, with its password hash. A
 * number belongs to the only valid account that has it. If several have it, it belongs to none: siblings share the phone of their
 * parents.
 */
export const findAccount = async ({ db, ...clock }: HallNow & Pick<Ctx, 'db'>, name: string): Promise<Account | undefined> => {
  const phone = foldPhone(name)
  if (phone === undefined) return rows.byEmail(db, fold(name.trim()))
  const [latest, next] = await rows.latestByPhone(db, phone)
  const today = hallToday(clock)
  const works = ({ terminationDate }: Account): boolean => terminationDate === null || terminationDate >= today
  return latest && (!next || (works(latest) && !works(next))) ? latest : undefined
}

/** Throws `notFound`. */
export const getUser = async (ctx: ReplyContext, id: string): Promise<User> => {
  const row = await rows.byId(ctx.db, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return toOwnUser(ctx, row)
}

/** Returns the data that a password of this person is checked against, or undefined if the person is deleted. */
export const findCredentials = (db: Db, id: string): Promise<Credentials | undefined> => rows.passwordHashOf(db, id)

export const setPassword = async (db: Db, id: string, passwordHash: string): Promise<void> => {
  await rows.setPasswordHash(db, id, passwordHash)
}

/** Returns whether the person still has this password, and keeps it unchanged until the end of the transaction. */
export const lockPassword = async (tx: Db, id: string, passwordHash: string): Promise<boolean> =>
  (await rows.lockPasswordHash(tx, id, passwordHash)) !== undefined
