/*
 * Parts of a day, which is a circle of 1440 minutes: a part that ends before it starts crosses midnight, and one that ends where
 * it starts is the whole day.
 */

const DAY_MINUTES = 1440

/** Minutes of the day. */
export type DayPart = { starts: number; ends: number }

/** A part of the day as it is sent: `06:00` to `14:00`. Midnight is `00:00`. */
export type DayTimes = { from: string; to: string }

export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export const minuteOf = (time: string): number => {
  const [hours = '', minutes = ''] = time.split(':')
  return (Number(hours) * 60 + Number(minutes)) % DAY_MINUTES
}

export const partOf = ({ from, to }: DayTimes): DayPart => ({ starts: minuteOf(from), ends: minuteOf(to) })
export const timesOf = ({ starts, ends }: DayPart): DayTimes => ({ from: timeOf(starts), to: timeOf(ends) })

export const lengthOf = ({ starts, ends }: DayPart): number => (ends - starts + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES

/** Returns whether a minute is in a part of the day. */
export const covers = ({ starts, ends }: DayPart, minute: number): boolean =>
  starts === ends || (starts < ends ? minute >= starts && minute < ends : minute >= starts || minute < ends)

/** Returns whether two parts have a minute in common. */
export const overlap = (one: DayPart, other: DayPart): boolean => covers(one, other.starts) || covers(other, one.starts)

/**
 * Joins neighbouring pieces of the day. `pieces` are the starts of all pieces in order, each of which ends where the next one starts;
 * `held` are some of them.
 */
export const joined = (pieces: readonly number[], held: ReadonlySet<number>): DayPart[] => {
  if (pieces.every((piece) => held.has(piece))) return pieces.length === 0 ? [] : [{ starts: 0, ends: 0 }]
  return pieces.flatMap((starts, at) => {
    if (!held.has(starts) || held.has(pieces.at(at - 1) ?? starts)) return []
    let end = at
    while (held.has(pieces[end % pieces.length] ?? Number.NaN)) end += 1
    return [{ starts, ends: pieces[end % pieces.length] ?? starts }]
  })
}

/** Returns the parts of the day that are in any of these, which may overlap. */
export const unionOf = (parts: readonly DayPart[]): DayPart[] => {
  const borders = [...new Set(parts.flatMap(({ starts, ends }) => [starts, ends]))].toSorted((one, other) => one - other)
  return joined(borders, new Set(borders.filter((border) => parts.some((part) => covers(part, border)))))
}

/** Returns the number of minutes of parts that do not overlap. */
export const minutesOf = (parts: readonly DayPart[]): number => parts.reduce((sum, part) => sum + lengthOf(part), 0)

/** Returns a part as stretches that do not cross midnight. */
const stretches = ({ starts, ends }: DayPart): (readonly [number, number])[] => {
  if (starts === ends) return [[0, DAY_MINUTES]]
  return starts < ends
    ? [[starts, ends]]
    : [
        [starts, DAY_MINUTES],
        [0, ends],
      ]
}

/** Returns the number of minutes that are in both lists, in neither of which parts overlap. */
export const sharedMinutes = (some: readonly DayPart[], others: readonly DayPart[]): number => {
  const theirs = others.flatMap(stretches)
  return some
    .flatMap(stretches)
    .reduce(
      (sum, [starts, ends]) => sum + theirs.reduce((own, [from, to]) => own + Math.max(0, Math.min(ends, to) - Math.max(starts, from)), 0),
      0,
    )
}
