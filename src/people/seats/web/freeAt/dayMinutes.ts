import { covers, type DayPart, joined, lengthOf, partOf } from '#contract/dayParts.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import type { Holder, Seat } from '../../seats.contract.ts'

/* Minutes of parts of the day. The parts of one list never overlap. */

const MIDNIGHT = 1440

/** Returns a part as stretches that do not cross midnight. */
const stretches = ({ starts, ends }: DayPart): (readonly [number, number])[] => {
  if (starts === ends) return [[0, MIDNIGHT]]
  return starts < ends
    ? [[starts, ends]]
    : [
        [starts, MIDNIGHT],
        [0, ends],
      ]
}

export const minutesOf = (parts: readonly DayPart[]): number => parts.reduce((sum, part) => sum + lengthOf(part), 0)

/** Returns the number of minutes that are in both lists. */
export const sharedMinutes = (some: readonly DayPart[], others: readonly DayPart[]): number => {
  const theirs = others.flatMap(stretches)
  return some
    .flatMap(stretches)
    .reduce(
      (sum, [starts, ends]) => sum + theirs.reduce((own, [from, to]) => own + Math.max(0, Math.min(ends, to) - Math.max(starts, from)), 0),
      0,
    )
}

/** Returns the times in which any shift is offered. */
export const offeredParts = (shifts: readonly Shift[]): DayPart[] => {
  const parts = shifts.filter(({ isArchived }) => !isArchived).map(partOf)
  const borders = [...new Set(parts.flatMap(({ starts, ends }) => [starts, ends]))].toSorted((one, other) => one - other)
  return joined(borders, new Set(borders.filter((border) => parts.some((part) => covers(part, border)))))
}

export const timesHeld = ({ parts }: Holder): DayPart[] => parts.map(partOf)

/** Returns the sold minutes of a seat within the times in which a shift is offered. What is kept for an expired account is not sold. */
export const soldMinutes = ({ holders }: Seat, offered: readonly DayPart[]): number =>
  holders.filter(({ isExpired }) => !isExpired).reduce((sum, holder) => sum + sharedMinutes(timesHeld(holder), offered), 0)
