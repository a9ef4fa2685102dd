import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { lockErrors } from '#money/locks/locks.contract.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { newId } from '#server/db/ids.ts'
import type { ClosingsTable } from '#server/db/tables/money.cashbox.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import { sealing } from '#server/feature/hooks.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { endOfHallDayOr, hallDay } from '#server/hallDay.ts'
import { pageOf } from '#server/http/paging.ts'
import { codesOf } from '#server/journal/journal.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { type cashboxApi, cashboxErrors } from '../cashbox.contract.ts'
import type { Closing } from '../cashbox.shapes.contract.ts'
import * as rows from './cashbox.closings.db.ts'
import { closingKind } from './cashbox.journal.ts'
import { balanceAt, inRupees, latest, latestInstant } from './cashbox.service.ts'

const toClosing = (row: rows.ClosingRow, code: string | undefined): Closing => ({
  _id: row.id,
  day: row.day,
  nth: row.nth,
  asOf: row.asOf,
  openingFloat: toRupees(row.openingFloat),
  ...inRupees(row),
  expected: toRupees(row.expected),
  counted: toRupees(row.counted),
  difference: toRupees(row.counted - row.expected),
  handedOver: toRupees(row.handedOver),
  // Closings from before hand-overs had amounts name a receiver even if all cash stayed in the box.
  receiver: row.receiver || row.handedTo,
  notes: row.notes,
  closedBy: row.closedByName,
  closedAt: row.closedAt,
  code: code ?? null,
})

export const closingsWithCodes = async (db: Db, found: readonly rows.ClosingRow[]) => {
  const codes = await codesOf(
    db,
    closingKind,
    found.map(({ id }) => id),
  )
  return found.map((row) => ({ ...row, code: codes.get(row.id) }))
}

const shown = async (db: Db, found: readonly rows.ClosingRow[]): Promise<Closing[]> =>
  (await closingsWithCodes(db, found)).map((row) => toClosing(row, row.code))

/** Sorts by day and, within a day, by sequence, last first. */
const newestFirst = {
  write: ({ day, nth }: rows.Place) => `${day}_${nth}`,
  read: (cursor: string) => {
    const [, day, nth] = /^(\d{4}-\d\d-\d\d)_(\d{1,6})$/.exec(cursor) ?? []
    return day === undefined ? undefined : { day, nth: Number(nth) }
  },
}

export const closings = async (ctx: Ctx, { query }: Input<typeof cashboxApi.closings>): Promise<Reply<typeof cashboxApi.closings>> => {
  const until = endOfHallDayOr(ctx, query.asOf)
  const { items, nextCursor } = await pageOf(newestFirst, query, (limit, after) => rows.page(ctx.db, until, limit, after))
  return { items: await shown(ctx.db, items), nextCursor }
}

type Body = Input<typeof cashboxApi.closeBox>['body']

/** Returns the closing that an earlier call with the same `clientId` made. Throws `conflict` if this call has different content. */
const closedBefore = async (tx: Db, { me }: Ctx, body: Body): Promise<rows.ClosingRow | undefined> => {
  const before = body.clientId === undefined ? undefined : await rows.byClientId(tx, body.clientId)
  if (!before) return undefined
  const { asOf = before.asOf, counted, handedOver = 0, receiver = '', notes = '' } = body
  const isSame =
    before.closedBy === me._id &&
    before.asOf === asOf &&
    before.counted === toPaise(counted) &&
    before.handedOver === toPaise(handedOver) &&
    before.notes === notes &&
    (handedOver === 0 || before.receiver === receiver)
  if (!isSame) throw new AppError(commonErrors.conflict)
  return before
}

/** Returns the instant up to which a closing counts. Throws if a later closing exists, or if the instant is in the future. */
const closingInstant = async (tx: Db, { now }: Ctx, last: rows.LastClosing | undefined, asOf: string | undefined): Promise<string> => {
  // If the clock was set back, the last movement can be later than now.
  const end = latest(await latestInstant(tx, last, now), now.toISOString())
  if (asOf === undefined) return end
  const { inTheFuture } = lockErrors
  if (asOf > end) throw new AppError(inTheFuture, { field: 'asOf' })
  if (last && asOf < last.asOf) throw new AppError(cashboxErrors.closedLater)
  return asOf
}

const insert = async (tx: Db, ctx: Ctx, body: Body): Promise<rows.ClosingRow> => {
  const last = await rows.last(tx)
  const asOf = await closingInstant(tx, ctx, last, body.asOf)
  const { expected, ...balance } = await balanceAt(tx, last, asOf)
  const day = hallDay(ctx, new Date(asOf))
  const handedOver = toPaise(body.handedOver ?? 0)
  const receiver = handedOver > 0 ? (body.receiver ?? '') : ''
  const closing: ClosingsTable = {
    id: newId(),
    day,
    nth: (await rows.countOf(tx, day)) + 1,
    ...balance,
    expected,
    counted: toPaise(body.counted),
    handedTo: receiver,
    notes: body.notes ?? '',
    closedBy: ctx.me._id,
    closedByName: ctx.me.name,
    closedAt: ctx.now.toISOString(),
    asOf,
    clientId: body.clientId ?? null,
  }
  await rows.insertClosing(tx, closing)
  const { closedAt: createdAt, closedBy: createdBy, closedByName: createdByName } = closing
  if (handedOver > 0)
    await rows.insertHandOver(tx, { id: newId(), closingId: closing.id, amount: handedOver, receiver, createdAt, createdBy, createdByName })
  return { ...closing, handedOver, receiver }
}

const audit = async (tx: Db, ctx: Ctx, row: rows.ClosingRow): Promise<void> => {
  const { day, nth, openingFloat, expected, counted, handedOver, receiver, notes } = row
  const after = {
    day,
    nth,
    float: toRupees(openingFloat),
    expected: toRupees(expected),
    counted: toRupees(counted),
    difference: toRupees(counted - expected),
    ...(handedOver > 0 && { handedOver: toRupees(handedOver), handedTo: receiver }),
    notes,
  }
  await writeAudit(tx, ctx, { action: 'fees.closeDay', after })
}

export const closeBox = async (ctx: Ctx, { body }: Input<typeof cashboxApi.closeBox>): Promise<Closing> => {
  const row = await ctx.transact(async (tx) => {
    // Every cash movement takes the same lock, so none can be written between the sum and the closing.
    await lockLedger(tx, ctx)
    const before = await closedBefore(tx, ctx, body)
    if (before) return before
    // The journal receives the audit entries of this day before the closing, so the printed code covers them.
    await ctx.hooks.run(sealing, tx)
    const closed = await insert(tx, ctx, body)
    await audit(tx, ctx, closed)
    ctx.notify('fees', [])
    return closed
  })
  const [closing] = await shown(ctx.db, [row])
  if (!closing) throw new AppError(commonErrors.notFound)
  return closing
}
