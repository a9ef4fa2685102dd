import { facts, formatsFor } from '#contract/format.ts'
import type { VisitKind } from './visits.contract.ts'

const { dayAndMonth, number, plural, time } = formatsFor('en-IN')

const kinds = { in: 'In', out: 'Out' } satisfies Record<VisitKind, string>

/** The words of students who come in and go out. */
export const visitsEn = {
  label: 'In and out',
  kinds,
  /** The two buttons, of which one is the way it is now. */
  press: 'Record a visit',
  since: (instant: string) => `In since ${time(instant)}`,
  notInside: 'Not inside now',
  last: 'Last visits',
  /** `In 9:12 am`, and its day where that is not today. */
  visit: (kind: VisitKind, instant: string, day: string | null) =>
    `${kinds[kind]} ${day === null ? '' : `${dayAndMonth(day)}, `}${time(instant)}`,
  by: (name: string) => `by ${name}`,
  recordFailed: 'The visit was not saved',
  loadFailed: 'Failed to load visits',
  inside: {
    count: (n: number) => plural(n, { one: '1 student inside', other: `${number(n)} students inside` }),
    title: 'Inside now',
    list: 'Students inside',
    nobody: 'No students inside now',
    nobodyHint: 'Open a student and press In when they come.',
    loadFailed: 'Failed to load who is inside',
    /** Below the name. */
    details: (seat: number | string | null, slotName: string | null, since: string) =>
      facts(seat === null ? 'No seat' : `Seat ${seat}`, ...(slotName === null ? [] : [slotName]), `In since ${time(since)}`),
  },
}
