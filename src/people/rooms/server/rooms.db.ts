import { fold } from '#server/db/fold.ts'
import type { RoomsTable, SeatDetailsTable, SeatOutagesTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'

export type RoomRow = Omit<RoomsTable, 'nameFolded'>
export type DetailsRow = Omit<SeatDetailsTable, 'labelFolded'>

const roomColumns = ['id', 'name', 'floor', 'position', 'createdAt'] as const
const detailColumns = ['seatNumber', 'roomId', 'label', 'tags', 'x', 'y'] as const

export const rooms = (db: Db): Promise<RoomRow[]> => db.selectFrom('rooms').select(roomColumns).orderBy('position').orderBy('id').execute()

/** Throws a unique violation if another room has the name. */
export const room = (db: Db, id: string): Promise<RoomRow | undefined> =>
  db.selectFrom('rooms').select(roomColumns).where('id', '=', id).executeTakeFirst()

export const insertRoom = (db: Db, room: RoomRow) =>
  db
    .insertInto('rooms')
    .values({ ...room, nameFolded: fold(room.name) })
    .execute()

/** Throws a unique violation if another room has the name. */
export const updateRoom = (db: Db, { id, name, floor, position }: RoomRow) =>
  db
    .updateTable('rooms')
    .set({ name, nameFolded: fold(name), floor, position })
    .where('id', '=', id)
    .execute()

/** Deletes a room; its seats are in none then. */
export const removeRoom = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('seatDetails').set({ roomId: null, x: null, y: null }).where('roomId', '=', id).execute()
  await db.deleteFrom('rooms').where('id', '=', id).execute()
}

/** Selects what is known of the hall's seats, by their number. */
export const details = (db: Db): Promise<DetailsRow[]> => db.selectFrom('seatDetails').select(detailColumns).orderBy('seatNumber').execute()

export const labels = (db: Db) =>
  db.selectFrom('seatDetails').select(['seatNumber', 'label']).where('label', 'is not', null).$narrowType<{ label: string }>().execute()

/** Returns the number of the seat with this label. */
export const numberOfLabel = async (db: Db, label: string): Promise<number | undefined> =>
  (await db.selectFrom('seatDetails').select('seatNumber').where('labelFolded', '=', fold(label)).executeTakeFirst())?.seatNumber

/** Replaces rows of seats. All are deleted first, because seats can exchange their labels or places. Throws a unique violation. */
export const saveDetails = async (db: Db, before: readonly DetailsRow[], after: readonly DetailsRow[]): Promise<void> => {
  const numbers = before.map(({ seatNumber }) => seatNumber)
  if (numbers.length > 0) await db.deleteFrom('seatDetails').where('seatNumber', 'in', numbers).execute()
  const values = after.map((seat) => ({ ...seat, labelFolded: seat.label === null ? null : fold(seat.label) }))
  if (values.length > 0) await db.insertInto('seatDetails').values(values).execute()
}

export const removeDetailsBeyond = (db: Db, seats: number) => db.deleteFrom('seatDetails').where('seatNumber', '>', seats).execute()

/** Outages that have not ended and whose last day is not before this one. */
const open = (db: Db, today: string) =>
  db
    .selectFrom('seatOutages')
    .where('endedAt', 'is', null)
    .where((eb) => eb.or([eb('toDay', 'is', null), eb('toDay', '>=', today)]))

export const outages = (db: Db, today: string) =>
  open(db, today)
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'seatOutages.createdBy').on('users.deletedAt', 'is', null))
    .select([
      'seatOutages.id',
      'seatOutages.seatNumber as seat',
      'fromDay',
      'toDay',
      'reason',
      'seatOutages.createdAt',
      'users.name as author',
    ])
    .orderBy('seatOutages.seatNumber')
    .orderBy('fromDay')
    .execute()

/** Returns the outages of this day, by seat. */
export const outagesOn = (db: Db, today: string) =>
  open(db, today)
    .select(['seatNumber', 'fromDay', 'toDay', 'reason'])
    .where('fromDay', '<=', today)
    .orderBy('seatNumber')
    .orderBy('fromDay')
    .execute()

export const insertOutage = (db: Db, outage: SeatOutagesTable) => db.insertInto('seatOutages').values(outage).execute()

export const outage = (db: Db, id: string) => db.selectFrom('seatOutages').selectAll().where('id', '=', id).executeTakeFirst()

/** Ends an outage. Returns undefined if it had ended before. */
export const endOutage = (db: Db, id: string, endedAt: string, endedBy: string) =>
  db
    .updateTable('seatOutages')
    .set({ endedAt, endedBy })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Ends the outages of seats beyond a number, and returns them. */
export const endOutagesBeyond = (db: Db, seats: number, endedAt: string, endedBy: string) =>
  db
    .updateTable('seatOutages')
    .set({ endedAt, endedBy })
    .where('seatNumber', '>', seats)
    .where('endedAt', 'is', null)
    .returningAll()
    .execute()
