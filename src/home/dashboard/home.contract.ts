import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Day } from '#contract/fields.ts'
import { DailyThought } from '#hall/thoughts/thoughts.contract.ts'
import { Document } from '#library/documents/documents.contract.ts'
import { ReadDocument } from '#library/reading/reading.contract.ts'
import { LandingFigure } from '#system/settings/customization.settings.contract.ts'

/** How many of the seats are free, and how many students with a seat leave within 7 days, today included. */
const SeatFigures = z.object({ endingSoon: z.int(), freeMorning: z.int(), freeAfternoon: z.int() })

/** Rupees, and students. What is overdue was due before today; who is deleted is not counted. */
const MoneyFigures = z.object({
  collectedToday: z.number(),
  collectedThisMonth: z.number(),
  overdue: z.number(),
  overdueStudents: z.int(),
})

/** What of the cash box no closing has counted yet. */
const BoxFigures = z.object({ expected: z.number(), unclosedDays: z.int(), unclosedSince: z.nullable(Day) })

export const Dashboard = z.object({
  totalDocuments: z.int(),
  totalCategories: z.int(),
  /** Active students. */
  totalUsers: z.int(),
  /** The five newest. */
  recentDocuments: z.array(Document),
  /** The thought of the day; null where there is none. */
  thought: z.nullable(DailyThought),
  /** What the caller read last, the latest first. */
  continueReading: z.array(ReadDocument),
  /** For staff; null for students. Each figure is the length or the sum of a list that the screens can show. */
  seats: z.nullable(SeatFigures),
  money: z.nullable(MoneyFigures),
  /** For admins, the figures of the landing page while nobody has said that they are true; otherwise null. */
  figuresToConfirm: z.nullable(z.array(LandingFigure)),
  /** For admins and superadmins; managers have it above their lists. */
  box: z.nullable(BoxFigures),
})
export type Dashboard = z.infer<typeof Dashboard>

export const homeApi = {
  dashboard: endpoint({
    method: 'GET',
    path: '/user/dashboard',
    access: 'member',
    shows: ['categories', 'customization', 'documents', 'fees', 'reading', 'thoughts', 'users'],
    summary: 'The statistics and newest documents for the dashboard, and for staff the figures of the seats and of the money',
    reply: Dashboard,
  }),
}
