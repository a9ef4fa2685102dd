import type { SeatOutagesTable } from '#server/db/tables/people.ts'
import type * as rows from './rooms.db.ts'
import { tagsOf } from './rooms.read.service.ts'

export type SeatField = 'room' | 'labels' | 'tags'

const every: readonly SeatField[] = ['room', 'labels', 'tags']

const roomsOf = (seats: readonly rows.DetailsRow[], all: readonly rows.RoomRow[]): string | null => {
  const ids = [...new Set(seats.map(({ roomId }) => roomId))]
  const names = ids.map((roomId) => all.find(({ id }) => id === roomId)?.name ?? '–')
  return ids.every((id) => id === null) ? null : names.join(', ')
}

/** Returns the tags of the seats: once if all have the same, else those of each seat. */
const tagsIn = (seats: readonly rows.DetailsRow[]): string | string[] => {
  const [first = 0, ...others] = [...new Set(seats.map(({ tags }) => tags))]
  return others.length === 0 ? tagsOf(first) : seats.map(({ tags }) => tagsOf(tags).join('+') || '–').join(' ')
}

/** Returns what the audit keeps of seats: which ones, and the values of these fields. */
export const seatRecord = (
  seats: readonly rows.DetailsRow[],
  all: readonly rows.RoomRow[],
  { seats: which, changed = every }: { seats: string | number[]; changed?: readonly SeatField[] },
): Record<string, unknown> => ({
  seats: which,
  ...(changed.includes('room') && { room: roomsOf(seats, all) }),
  ...(changed.includes('labels') && { labels: seats.map(({ label }) => label ?? '–').join(' ') }),
  ...(changed.includes('tags') && { tags: tagsIn(seats) }),
})

/** Returns what the audit keeps of an outage. */
export const outageRecord = ({ seatNumber, fromDay, toDay, reason }: SeatOutagesTable) => ({ seatNumber, from: fromDay, to: toDay, reason })
