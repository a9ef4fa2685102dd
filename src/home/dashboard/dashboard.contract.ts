import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Day } from '#contract/fields.ts'
import { DailyThought } from '#hall/thoughts/thoughts.contract.ts'
import { Document } from '#library/documents/documents.contract.ts'
import { ReadDocument } from '#library/reading/reading.contract.ts'
import { ChargingState } from '#money/charging/charging.contract.ts'
import { OwedFees } from '#money/fees/fees.shapes.contract.ts'
import { LandingFigure } from '#system/customization/customization.settings.contract.ts'

export const dashboardLimits = {
  recentDocuments: 5,
} as const

/** Number of free seats, and of students with a seat whose membership ends within 7 days, including today. */
const SeatFigures = z.object({ endingSoon: z.int(), freeMorning: z.int(), freeAfternoon: z.int() })

/** Amounts in rupees, and numbers of students. Overdue fees were due before today; deleted students are not counted. */
const MoneyFigures = z.object({
  collectedToday: z.number(),
  collectedThisMonth: z.number(),
  overdue: z.number(),
  overdueStudents: z.int(),
})

/** Cash in the box that no closing has counted yet. */
const BoxFigures = z.object({ expected: z.number(), unclosedDays: z.int(), unclosedSince: z.nullable(Day) })

export const Dashboard = z.object({
  totalDocuments: z.int(),
  totalCategories: z.int(),
  /** Active students. */
  totalUsers: z.int(),
  /** The five newest documents. */
  recentDocuments: z.array(Document),
  /** The thought of the day; null if there is none. */
  thought: z.nullable(DailyThought),
  /** Documents the caller read, most recent first. */
  continueReading: z.array(ReadDocument),
  /** For staff; null for students. Each figure is the length or the sum of a list that the screens can show. */
  seats: z.nullable(SeatFigures),
  money: z.nullable(MoneyFigures),
  /** For students: what they owe; null for staff. */
  fees: z.nullable(OwedFees),
  /** Number of students inside now, for staff; null for students. */
  inside: z.nullable(z.int()),
  /** For admins: the figures of the landing page until they are confirmed as true; otherwise null. */
  figuresToConfirm: z.nullable(z.array(LandingFigure)),
  /** For admins and superadmins; managers see it above their lists. */
  box: z.nullable(BoxFigures),
  /** For admins and superadmins: the state of automatic monthly fees. */
  charging: z.nullable(ChargingState),
  /** For superadmins: the number of entries of this month to check. */
  toCheck: z.nullable(z.int()),
})
export type Dashboard = z.infer<typeof Dashboard>

export const homeApi = {
  dashboard: endpoint({
    method: 'GET',
    path: '/user/dashboard',
    access: 'member',
    shows: ['categories', 'customization', 'documents', 'fees', 'reading', 'thoughts', 'users', 'visits'],
    offline: true,
    summary: 'The statistics and newest documents for the dashboard, and for staff the figures of the seats and of the money',
    reply: Dashboard,
  }),
}
