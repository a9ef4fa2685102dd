import { AppError } from '#contract/errors.ts'
import { serverWordsEn } from '#contract/serverWords.en.ts'
import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type HallNow, hallToday } from '#server/hallDay.ts'
import type { Column } from '#server/sheets/columns.ts'
import { roomErrors } from '../rooms.contract.ts'
import {
  type NamedSeat,
  type OutOfOrder,
  type Place,
  type RoomOfSeat,
  type Rooms,
  type SeatTag,
  seatTags,
} from '../rooms.shapes.contract.ts'
import * as rows from './rooms.db.ts'

/** What the map shows of a seat besides its number and its people. */
type MapDetails = {
  label: string | null
  room: RoomOfSeat | null
  place: Place | null
  tags: SeatTag[]
  outOfOrder: OutOfOrder | null
}

export const tagsOf = (bits: number): SeatTag[] => seatTags.filter((_, at) => bits & (1 << at))
export const bitsOf = (tags: readonly SeatTag[]): number => tags.reduce((bits, tag) => bits | (1 << seatTags.indexOf(tag)), 0)

const placeOf = ({ x, y }: rows.DetailsRow): Place | null => (x === null || y === null ? null : { x, y })

/** Returns the rooms, everything that is known of seats, and the outages of today and later. */
export const readRooms = async (ctx: HallNow & Pick<Ctx, 'db'>): Promise<Rooms> => ({
  rooms: (await rows.rooms(ctx.db)).map(({ id, name, floor }) => ({ _id: id, name, floor })),
  seats: (await rows.details(ctx.db)).map((row) => ({
    ...{ seatNumber: row.seatNumber, roomId: row.roomId, label: row.label, tags: tagsOf(row.tags), place: placeOf(row) },
  })),
  outages: (await rows.outages(ctx.db, hallToday(ctx))).map(({ id, seat, fromDay, toDay, reason, createdAt, author }) => ({
    ...{ _id: id, seatNumber: seat, from: fromDay, to: toDay, reason, createdAt, createdBy: author },
  })),
})

/** Returns the name of a room, or null without one. Throws `roomMissing`. */
export const roomName = async (db: Db, roomId: string | null | undefined): Promise<string | null> => {
  if (roomId == null) return null
  const room = await rows.room(db, roomId)
  if (!room) throw new AppError(roomErrors.roomMissing, { field: 'roomId' })
  return room.name
}

export type SeatLabels = ReadonlyMap<number, string>

/** Returns the labels of the seats that have one, by seat number. */
export const seatLabels = async (db: Db): Promise<SeatLabels> =>
  new Map((await rows.labels(db)).map(({ seatNumber, label }) => [seatNumber, label]))

/** Returns the label within a text such as `Seat B24`. */
const withoutSeatWord = (text: string): string => text.trim().replace(/^(?:seat|desk|सीट)[\s.:#-]+/i, '')

/** Returns the number of the seat with this label. */
export const findSeatByLabel = async (db: Db, text: string): Promise<number | undefined> => rows.numberOfLabel(db, withoutSeatWord(text))

/** Loads the labels, and returns a function from a label to the number of its seat. */
export const loadSeatNumbersByLabel = async (db: Db): Promise<(text: string) => number | undefined> => {
  const numbers = new Map([...(await seatLabels(db))].map(([seatNumber, label]) => [fold(label), seatNumber]))
  return (text) => numbers.get(fold(withoutSeatWord(text)))
}

/** Returns the field of replies with the label of a seat, or nothing if it has none. `labels` are known labels of all seats. */
export const labelOf = async (db: Db, seatNumber: number | null, labels?: SeatLabels): Promise<{ seatLabel?: string }> => {
  if (seatNumber === null) return {}
  const label = (labels ?? (await seatLabels(db))).get(seatNumber)
  return label === undefined ? {} : { seatLabel: label }
}

/** Returns a seat as parameters of an error: its number and, if it has one, its label. `labels` are known labels of all seats. */
export const namedSeat = async (db: Db, seat: number, labels?: SeatLabels): Promise<NamedSeat> => {
  const label = (labels ?? (await seatLabels(db))).get(seat)
  return { seat, ...(label !== undefined && { label }) }
}

/** Returns the column of seat labels of a table, in a hall that has labels. */
export const labelColumns = async <Row>(db: Db, seatOf: (row: Row) => number | null): Promise<Column<Row>[]> => {
  const labels = await seatLabels(db)
  if (labels.size === 0) return []
  return [{ heading: serverWordsEn.people.seatLabel, kind: 'text', width: 12, value: (row) => labels.get(seatOf(row) ?? 0) ?? null }]
}

/** Returns the seats that are out of order on a day, by number. */
export const outOfOrderOn = async (db: Db, day: string): Promise<ReadonlyMap<number, OutOfOrder>> =>
  new Map(
    (await rows.outagesOn(db, day)).map(({ seatNumber, fromDay, toDay, reason }) => [seatNumber, { from: fromDay, to: toDay, reason }]),
  )

export const outOfOrderToday = (db: Db, now: HallNow): Promise<ReadonlyMap<number, OutOfOrder>> => outOfOrderOn(db, hallToday(now))

const plain = { label: null, room: null, place: null, tags: [] }

/** Loads the rooms, labels, tags and outages, and returns a function from the number of a seat to its details today. */
export const loadSeatDetails = async (ctx: HallNow & Pick<Ctx, 'db'>) => {
  const rooms = new Map((await rows.rooms(ctx.db)).map(({ id, name, floor, position }) => [id, { _id: id, name, floor, position }]))
  const known = new Map(
    (await rows.details(ctx.db)).map((row) => [
      row.seatNumber,
      { label: row.label, room: rooms.get(row.roomId ?? '') ?? null, place: placeOf(row), tags: tagsOf(row.tags) },
    ]),
  )
  const outages = await outOfOrderToday(ctx.db, ctx)
  return (seatNumber: number): MapDetails => ({ ...(known.get(seatNumber) ?? plain), outOfOrder: outages.get(seatNumber) ?? null })
}
