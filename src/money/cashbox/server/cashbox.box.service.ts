import { isStaff } from '#contract/actor.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { lockErrors } from '#money/locks/locks.contract.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { assertBookable } from '#money/locks/server/locks.service.ts'
import { newId } from '#server/db/ids.ts'
import type { BoxEntriesTable } from '#server/db/tables/money.cashbox.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx } from '#server/feature/platform.ts'
import { dailyLinks, isValidDailyLink } from '#server/files/dailyLinks.ts'
import { readPicture, withPicture } from '#server/files/pictures.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import { endOfHallDayOr, type HallClock, hallToday } from '#server/hallDay.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { assertRule } from '#system/customization/server/customization.rules.service.ts'
import { type cashboxApi, cashboxErrors } from '../cashbox.contract.ts'
import type { BoxEntry } from '../cashbox.shapes.contract.ts'
import * as rows from './cashbox.box.db.ts'
import * as closings from './cashbox.closings.db.ts'
import { balanceAt, latestInstant, moveCash } from './cashbox.service.ts'

/** Maximum side length in pixels at which a bill is still readable. */
const SIDE = 1_600

const targetOf = (id: string, sha256: string) => ({ path: `/api/user/fees/box/${id}/photo`, sha256 })

const toEntries = async (ctx: Ctx, found: readonly BoxEntriesTable[]): Promise<BoxEntry[]> => {
  const linkOf = await dailyLinks(ctx)
  return found.map((row) => ({
    _id: row.id,
    kind: row.kind,
    amount: toRupees(row.amount),
    purpose: row.purpose,
    photoUrl: row.photoSha256 === null ? null : linkOf(targetOf(row.id, row.photoSha256)),
    paidOn: row.bookedOn,
    enteredAt: row.enteredAt,
    enteredBy: row.enteredByName,
    voided: row.voidedAt === null ? null : { at: row.voidedAt, by: row.voidedByName ?? '', reason: row.voidReason ?? '' },
  }))
}

const toEntry = async (ctx: Ctx, row: BoxEntriesTable): Promise<BoxEntry> => {
  const [entry] = await toEntries(ctx, [row])
  if (!entry) throw new AppError(commonErrors.notFound)
  return entry
}

/** Returns the first and last day of a month such as `2026-11`. Days compare as strings, so `-31` is an upper bound for every month. */
const daysOf = (month: string | undefined) => (month === undefined ? undefined : { from: `${month}-01`, to: `${month}-31` })

type Asked = { month?: string | undefined; asOf?: string | undefined }

export const filterOf = (clock: HallClock, { month, asOf }: Asked): rows.Filter => ({
  days: daysOf(month),
  until: endOfHallDayOr(clock, asOf),
})

export const box = async (ctx: Ctx, { query }: Input<typeof cashboxApi.box>): Promise<Reply<typeof cashboxApi.box>> => {
  const filter = filterOf(ctx, query)
  const { items, nextCursor } = await pageOf(byId, query, (limit, after) => rows.page(ctx.db, filter, limit, after))
  return { items: await toEntries(ctx, items), nextCursor }
}

type Body = Input<typeof cashboxApi.enterBox>['body']

/** Returns the entry that an earlier call with the same `clientId` made. Throws `conflict` if this call has different content. */
const enteredBefore = async (tx: Db, { me }: Ctx, body: Body, photo: ReceivedFile | undefined): Promise<BoxEntriesTable | undefined> => {
  const before = body.clientId === undefined ? undefined : await rows.entryByClientId(tx, body.clientId)
  if (!before) return undefined
  const isSame =
    before.enteredBy === me._id &&
    before.kind === body.kind &&
    before.amount === toPaise(body.amount) &&
    before.purpose === body.purpose &&
    before.dateReason === (body.reason ?? '') &&
    before.photoSha256 === (photo?.sha256 ?? null) &&
    before.bookedOn === (body.paidOn ?? before.bookedOn)
  if (!isSame) throw new AppError(commonErrors.conflict)
  return before
}

/** Throws unless an entry may be made for this day. */
const assertDay = (db: Db, ctx: Ctx, { paidOn, reason }: Body): Promise<void> =>
  assertBookable(db, ctx, { field: 'paidOn', day: paidOn ?? hallToday(ctx), reason })

const insert = async (tx: Db, ctx: Ctx, body: Body, photo: ReceivedFile | undefined): Promise<BoxEntriesTable> => {
  const { kind, purpose } = body
  // The month may have been locked since the first check.
  await assertDay(tx, ctx, body)
  const entry: BoxEntriesTable = {
    id: newId(),
    kind,
    amount: toPaise(body.amount),
    purpose,
    photoSha256: photo?.sha256 ?? null,
    bookedOn: body.paidOn ?? hallToday(ctx),
    enteredAt: ctx.now.toISOString(),
    enteredBy: ctx.me._id,
    enteredByName: ctx.me.name,
    clientId: body.clientId ?? null,
    dateReason: body.reason ?? '',
    voidedAt: null,
    voidedOn: null,
    voidedBy: null,
    voidedByName: null,
    voidReason: null,
  }
  await rows.insertEntry(tx, entry)
  await moveCash(tx, ctx, { kind, ref: entry.id, amount: kind === 'in' ? entry.amount : -entry.amount })
  const after = {
    kind,
    amount: body.amount,
    purpose,
    paidOn: entry.bookedOn,
    ...(photo && { photo: photo.sha256 }),
    ...(body.reason && { reason: body.reason }),
  }
  await writeAudit(tx, ctx, { action: 'fees.enterBox', targetId: entry.id, after })
  ctx.notify('fees', [])
  return entry
}

/** Returns the cash expected in the box now, in rupees. */
const inBox = async (tx: Db, { now }: Ctx): Promise<number> => {
  const last = await closings.last(tx)
  return toRupees((await balanceAt(tx, last, await latestInstant(tx, last, now))).expected)
}

export const enterBox = async (ctx: Ctx, { body, file }: Input<typeof cashboxApi.enterBox>): Promise<Reply<typeof cashboxApi.enterBox>> => {
  // Checked before the picture is re-encoded, so that a rejected entry costs nothing, and again under the lock.
  await assertDay(ctx.db, ctx, body)
  const photo = file && (await readPicture(ctx, file, { side: SIDE, field: 'photo' }))
  const { row, left } = await withPicture(ctx, photo, async (tx) => {
    await lockLedger(tx, ctx)
    const row = (await enteredBefore(tx, ctx, body, photo)) ?? (await insert(tx, ctx, body, photo))
    return { row, left: await inBox(tx, ctx) }
  })
  return { ...(await toEntry(ctx, row)), inBox: left }
}

export const voidBox = async (ctx: Ctx, { params, body }: Input<typeof cashboxApi.voidBox>): Promise<BoxEntry> => {
  const row = await ctx.transact(async (tx) => {
    await lockLedger(tx, ctx)
    const before = await rows.entry(tx, params.id)
    if (!before) throw new AppError(commonErrors.notFound)
    await assertRule(tx, ctx.me, 'managersVoid')
    if (before.voidedAt !== null) throw new AppError(lockErrors.alreadyVoid)
    const voided = {
      voidedAt: ctx.now.toISOString(),
      voidedOn: hallToday(ctx),
      voidedBy: ctx.me._id,
      voidedByName: ctx.me.name,
      voidReason: body.reason,
    }
    await rows.setVoid(tx, before.id, voided)
    const { kind, amount, purpose } = before
    await moveCash(tx, ctx, { kind: `${kind}-void`, ref: before.id, amount: kind === 'in' ? -amount : amount })
    const told = { kind, amount: toRupees(amount), purpose, paidOn: before.bookedOn }
    await writeAudit(tx, ctx, { action: 'fees.voidBox', targetId: before.id, before: told, after: { reason: body.reason } })
    ctx.notify('fees', [])
    return { ...before, ...voided }
  })
  return toEntry(ctx, row)
}

export const photo = async (ctx: OpenCtx, { params, query }: Input<typeof cashboxApi.photo>): Promise<FileAnswer> => {
  const row = await rows.photoOf(ctx.db, params.id)
  const shown = { fileName: 'bill.webp', disposition: 'inline' } as const
  if (query.day !== undefined || query.signature !== undefined) {
    if (!row || !(await isValidDailyLink(ctx, targetOf(params.id, row.sha256), query))) throw new AppError(cashboxErrors.photoExpired)
    return { ...row, ...shown, cache: 'day' }
  }
  if (!ctx.me) throw new AppError(commonErrors.notSignedIn)
  if (!row || !isStaff(ctx.me)) throw new AppError(commonErrors.notFound)
  return { ...row, ...shown, cache: 'private' }
}
