import { addDays } from '#contract/day.ts'

/** How long something has been due, in days. The first age is everything that is not due yet. */
export const dueAges = ['not-due', '0-30', '31-60', '61-90', 'over-90'] as const
export type DueAge = (typeof dueAges)[number]

/** Choices of the age filter: one age, or everything overdue. */
export const dueChoices = ['overdue', ...dueAges] as const
export type DueChoice = (typeof dueChoices)[number]

const daysDue: Record<DueChoice, { least?: number; most?: number }> = {
  overdue: { least: 1 },
  'not-due': { most: -1 },
  '0-30': { least: 0, most: 30 },
  '31-60': { least: 31, most: 60 },
  '61-90': { least: 61, most: 90 },
  'over-90': { least: 91 },
}

/** Returns the range of due dates that have this age today, both ends included. */
export const dueDates = (age: DueChoice, today: string): { from?: string; to?: string } => {
  const { least, most } = daysDue[age]
  return { ...(most !== undefined && { from: addDays(today, -most) }), ...(least !== undefined && { to: addDays(today, -least) }) }
}

/** Returns the days since a due date; negative if it is in the future. */
export const daysSince = (day: string, today: string): number => Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000)

/** Number of days after a reminder in which a student is not reminded again. */
export const reminderRestDays = 7

/** Returns whether a person whose last reminder was at this time can be reminded again. */
export const isRested = (remindedAt: string | undefined, now: number): boolean =>
  remindedAt === undefined || Date.parse(remindedAt) < now - reminderRestDays * 86_400_000

export type ReminderValues = { name: string; amount: string; since: string; hall: string; upiId: string }

/** Fills in the text of a reminder. Values are never scanned for placeholders, so a name cannot inject one. */
export const reminderText = (template: string, { upiId, ...values }: ReminderValues): string => {
  const filled: Record<string, string> = { ...values, upi: upiId && `UPI: ${upiId}` }
  return template.replaceAll(/\{(name|amount|since|hall|upi)\}/g, (_, name: string) => filled[name] ?? '').trim()
}
