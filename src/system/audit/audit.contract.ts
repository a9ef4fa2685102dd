import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Day, Id, Instant } from '#contract/fields.ts'
import { list, paging } from '#contract/paging.ts'
import { SheetFormat } from '#contract/sheet.ts'
import { isAction, isKind } from './audit.actions.contract.ts'

/** The `actor` filter value for changes made by the program automatically. */
export const programItself = 'program'

/**
 * One changed field. `before` and `after` are JSON texts: the text `null` is a blank value, and the value null means that this side does
 * not mention the field.
 */
export const AuditChange = z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })
export type AuditChange = z.infer<typeof AuditChange>

export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  /** Null for the program. */
  actorId: z.nullable(Id),
  /** The name at the time of the change. */
  actorName: z.string(),
  /** `feature.action` */
  action: z.string(),
  /** The person or thing concerned, with its name if known. */
  targetId: z.nullable(z.string()),
  targetName: z.nullable(z.string()),
  changes: z.array(AuditChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filter = {
  actor: z.optional(Id),
  /** A kind (`users`) or one action (`users.update`). */
  kind: z.optional(z.string().check(z.refine((given) => isKind(given) || isAction(given), 'Please choose a kind of change'))),
  /** Days in the hall's time zone, both included. */
  from: z.optional(Day),
  to: z.optional(Day),
}

const AuditPerson = z.object({ _id: Id, name: z.string() })

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    access: 'superadmin',
    shows: [],
    summary: 'Who changed what, and when; newest first',
    query: z.object({ ...paging, ...filter }),
    reply: list(AuditEntry),
  }),
  people: endpoint({
    method: 'GET',
    path: '/audit/people',
    access: 'superadmin',
    shows: ['users'],
    summary: 'The people to filter by: everybody who works here now',
    reply: list(AuditPerson),
  }),
  download: endpoint({
    method: 'GET',
    path: '/audit/export',
    access: 'superadmin',
    shows: [],
    summary: 'The same as a table, one row for each field that changed',
    query: z.object({ ...filter, format: SheetFormat }),
    stream: true,
  }),
}
