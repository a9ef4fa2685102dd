import { covers, lengthOf, partOf } from '#contract/dayParts.ts'
import type { Shift } from './shifts.shapes.contract.ts'

/** Returns the shortest shift that has a minute; archived ones count after the others. */
export const shiftAt = (shifts: readonly Shift[], minute: number): Shift | undefined =>
  shifts
    .filter((shift) => covers(partOf(shift), minute))
    .toSorted((one, other) => Number(one.isArchived) - Number(other.isArchived) || lengthOf(partOf(one)) - lengthOf(partOf(other)))[0]

/** Returns the shifts that new students can get: those that are not archived. */
export const offeredOf = <S extends Pick<Shift, 'isArchived'>>(shifts: readonly S[]): S[] => shifts.filter(({ isArchived }) => !isArchived)
