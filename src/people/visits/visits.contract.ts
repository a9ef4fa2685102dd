import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, Instant } from '#contract/fields.ts'
import { list, paging } from '#contract/paging.ts'
import { Slot } from '#contract/terms.ts'

export const VisitKind = z.enum(['in', 'out'], 'Please choose in or out')
export type VisitKind = z.infer<typeof VisitKind>

/** One press on In or Out. Rows are append-only: a wrong press is corrected by the other button. */
export const Visit = z.object({
  _id: Id,
  kind: VisitKind,
  at: Instant,
  /** The name of the staff member who pressed. */
  by: z.string(),
})
export type Visit = z.infer<typeof Visit>

/** The visits of one student, newest first. `insideSince` is null unless the last visit is an In of today. */
export const StudentVisits = z.object({ insideSince: z.nullable(Instant), items: z.array(Visit), nextCursor: z.nullable(z.string()) })
export type StudentVisits = z.infer<typeof StudentVisits>

/** A student who is inside now. */
export const Inside = z.object({
  _id: Id,
  name: z.string(),
  seatNumber: z.nullable(z.int()),
  /** What the hall calls the seat, if that is not its number. */
  seatLabel: z.optional(z.string()),
  slot: z.nullable(Slot),
  profilePictureUrl: z.nullable(z.string()),
  since: Instant,
})
export type Inside = z.infer<typeof Inside>

export const visitErrors = {
  studentsOnly: { code: 'visits.students_only', status: 409, message: 'Only visits of students are recorded' },
} satisfies Errors

export const visitsApi = {
  inside: endpoint({
    method: 'GET',
    path: '/user/visits/inside',
    access: 'staff',
    shows: ['users', 'visits'],
    summary: 'The students who are inside now, the last to come in first; `total` counts all of them',
    query: z.object(paging),
    reply: list(Inside),
  }),
  ofStudent: endpoint({
    method: 'GET',
    path: '/user/visits/:id',
    access: 'staff',
    shows: ['users', 'visits'],
    summary: 'The visits of one student, newest first',
    params: byId,
    query: z.object(paging),
    reply: StudentVisits,
    errors: visitErrors,
  }),
  record: endpoint({
    method: 'POST',
    path: '/user/visits/:id',
    access: 'staff',
    changes: ['visits'],
    summary: 'Records that a student comes in or goes out; has no effect if the student is there already',
    params: byId,
    body: z.object({ kind: VisitKind }),
    reply: StudentVisits,
    errors: visitErrors,
  }),
}
