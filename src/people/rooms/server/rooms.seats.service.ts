import { AppError, commonErrors } from '#contract/errors.ts'
import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { roomErrors, type roomsApi } from '../rooms.contract.ts'
import { roomLimits } from '../rooms.limits.ts'
import type { Rooms } from '../rooms.shapes.contract.ts'
import * as rows from './rooms.db.ts'
import { bitsOf } from './rooms.read.service.ts'
import { type SeatField, seatRecord } from './rooms.record.ts'
import { changeRooms } from './rooms.service.ts'

type Change = Input<typeof roomsApi.setSeats>['body']

const plain = (seatNumber: number): rows.DetailsRow => ({ seatNumber, roomId: null, label: null, tags: 0, x: null, y: null })

const isPlain = ({ roomId, label, tags }: rows.DetailsRow): boolean => roomId === null && label === null && tags === 0

/** Throws `seatMissing`. Under the lock `users`, the number of seats cannot change until the end of the transaction. */
export const assertSeat = async (tx: Db, seatNumber: number): Promise<void> => {
  const { seats } = await hallSettings(tx)
  if (seatNumber > seats) throw new AppError(roomErrors.seatMissing, { params: { seats }, field: 'seatNumber' })
}

/** Returns the label of the seat at this place of the range; undefined leaves it unchanged. */
const labelAt = ({ labels, from, to }: Change, at: number): string | null | undefined => {
  if (labels == null) return labels
  if (labels.first === undefined && (from !== to || labels.prefix === '')) {
    const seats = to - from + 1
    throw new AppError(roomErrors.firstNeeded, { params: { seats }, field: seats === 1 ? 'prefix' : 'first' })
  }
  const label = labels.first === undefined ? labels.prefix : `${labels.prefix}${labels.first + at}`
  if ([...label].length > roomLimits.label) throw new AppError(roomErrors.labelTooLong, { field: 'prefix' })
  return label
}

const withTags = (bits: number, { addTags = [], removeTags = [] }: Change): number => (bits | bitsOf(addTags)) & ~bitsOf(removeTags)

const changed = (before: rows.DetailsRow, change: Change): rows.DetailsRow => {
  const label = labelAt(change, before.seatNumber - change.from)
  const roomId = change.roomId === undefined ? before.roomId : change.roomId
  return {
    ...before,
    ...(roomId !== before.roomId && { roomId, x: null, y: null }),
    label: label === undefined ? before.label : label,
    tags: withTags(before.tags, change),
  }
}

/** Returns the number that a label of digits alone means, such as 5 for `05`. */
const numberOf = (label: string): number => (/^\d+$/.test(label) ? Number(label) : 0)

/** Throws `labelIsNumber` where a label is the number of another seat of a hall with so many. */
export const assertNoNumbers = (seats: number, details: readonly rows.DetailsRow[]): void => {
  for (const { label, seatNumber } of details) {
    const number = label === null ? 0 : numberOf(label)
    if (label === null || number < 1 || number > seats || number === seatNumber) continue
    throw new AppError(roomErrors.labelIsNumber, { params: { label, seat: seatNumber }, field: 'prefix' })
  }
}

/** Throws `labelTaken` with the other seat. The unique index decides as well, for a writer that has no lock. */
const assertLabelsFree = (all: readonly rows.DetailsRow[]): void => {
  const seen = new Map<string, number>()
  for (const { label, seatNumber } of all) {
    if (label === null) continue
    const seat = seen.get(fold(label))
    if (seat !== undefined) throw new AppError(roomErrors.labelTaken, { params: { label, seat }, field: 'prefix' })
    seen.set(fold(label), seatNumber)
  }
}

/** Throws `roomMissing`. */
const assertRoomExists = (all: readonly rows.RoomRow[], roomId: string | null | undefined): void => {
  if (roomId != null && !all.some(({ id }) => id === roomId)) throw new AppError(roomErrors.roomMissing, { field: 'roomId' })
}

/** Returns what a change could alter. */
const changedFields = ({ roomId, labels, addTags, removeTags }: Change): SeatField[] => [
  ...(roomId === undefined ? [] : ['room' as const]),
  ...(labels === undefined ? [] : ['labels' as const]),
  ...(addTags === undefined && removeTags === undefined ? [] : ['tags' as const]),
]

export const setSeats = (ctx: Ctx, { body }: Input<typeof roomsApi.setSeats>): Promise<Rooms> =>
  changeRooms(ctx, async (tx) => {
    const { from, to, roomId } = body
    if (to < from) throw new AppError(roomErrors.wrongRange, { field: 'to' })
    const { seats } = await hallSettings(tx)
    if (to > seats) throw new AppError(roomErrors.seatMissing, { params: { seats }, field: 'to' })
    const all = await rows.rooms(tx)
    assertRoomExists(all, roomId)
    const known = new Map((await rows.details(tx)).map((row) => [row.seatNumber, row]))
    const before = Array.from({ length: to - from + 1 }, (_, at) => known.get(from + at) ?? plain(from + at))
    const after = before.map((row) => changed(row, body))
    if (JSON.stringify(after) === JSON.stringify(before)) return
    assertNoNumbers(seats, after)
    const others = [...known.values()].filter(({ seatNumber }) => seatNumber < from || seatNumber > to)
    assertLabelsFree([...others, ...after])
    await rows.saveDetails(
      tx,
      before,
      after.filter((row) => !isPlain(row)),
    )
    const changes = { seats: from === to ? String(from) : `${from}–${to}`, changed: changedFields(body) }
    await writeAudit(tx, ctx, {
      action: 'rooms.setSeats',
      before: seatRecord(before, all, changes),
      after: seatRecord(after, all, changes),
    })
  })

export const savePlan = (ctx: Ctx, { params: { id }, body }: Input<typeof roomsApi.savePlan>): Promise<Rooms> =>
  changeRooms(ctx, async (tx) => {
    const room = (await rows.rooms(tx)).find((one) => one.id === id)
    if (!room) throw new AppError(commonErrors.notFound)
    const own = (await rows.details(tx)).filter(({ roomId }) => roomId === id)
    const places = new Map(body.seats.map((seat) => [seat.seatNumber, seat]))
    const stranger = body.seats.find(({ seatNumber }) => !own.some((seat) => seat.seatNumber === seatNumber))
    if (stranger) throw new AppError(roomErrors.notInRoom, { params: { seat: String(stranger.seatNumber) } })
    if (new Set(body.seats.map(({ x, y }) => `${x} ${y}`)).size < body.seats.length || places.size < body.seats.length)
      throw new AppError(roomErrors.samePlace)
    const after = own.map((seat) => {
      const { x = null, y = null } = places.get(seat.seatNumber) ?? {}
      return { ...seat, x, y }
    })
    if (JSON.stringify(after) === JSON.stringify(own)) return
    await rows.saveDetails(tx, own, after)
    const count = (seats: readonly rows.DetailsRow[]) => seats.filter(({ x }) => x !== null).length
    await writeAudit(tx, ctx, {
      ...{ action: 'rooms.savePlan', targetId: id },
      ...{ before: { room: room.name, seatsInPlan: count(own) }, after: { room: room.name, seatsInPlan: count(after) } },
    })
  })
