import { covers, lengthOf, partOf } from '#contract/dayParts.ts'
import { halves } from '#contract/terms.ts'
import { firstShifts, type Shift } from './shifts.shapes.contract.ts'

/** Returns the shortest shift that has a minute; archived ones count after the others. */
export const shiftAt = (shifts: readonly Shift[], minute: number): Shift | undefined =>
  shifts
    .filter((shift) => covers(partOf(shift), minute))
    .toSorted((one, other) => Number(one.isArchived) - Number(other.isArchived) || lengthOf(partOf(one)) - lengthOf(partOf(other)))[0]

/** Returns the shifts that new students can get: those that are not archived. */
export const offeredOf = <S extends Pick<Shift, 'isArchived'>>(shifts: readonly S[]): S[] => shifts.filter(({ isArchived }) => !isArchived)

/** Returns whether the shifts of a hall are the two halves of the day, with or without the whole one: the map shows them in one tile. */
export const areHalves = (shifts: readonly Shift[]): boolean => {
  const offered = offeredOf(shifts)
  const isFirst = (shift: Shift) => firstShifts.some(({ key, from, to }) => shift.key === key && shift.from === from && shift.to === to)
  return offered.every(isFirst) && halves.every((half) => offered.some(({ key }) => key === half))
}
