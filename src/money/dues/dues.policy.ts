import { addDays } from '#contract/day.ts'

/** How long something has been due, in days; what is due later is the first. */
export const dueAges = ['not-due', '0-30', '31-60', '61-90', 'over-90'] as const
export type DueAge = (typeof dueAges)[number]

/** What the worklist is narrowed by: one age, or everything whose day is over. */
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

/** The due dates that are of this age today, both ends included. */
export const dueDates = (age: DueChoice, today: string): { from?: string; to?: string } => {
  const { least, most } = daysDue[age]
  return { ...(most !== undefined && { from: addDays(today, -most) }), ...(least !== undefined && { to: addDays(today, -least) }) }
}

/** The days since a due date; below 0 where it is still to come. */
export const daysSince = (day: string, today: string): number => Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000)

/** A person who was reminded is left in peace for so long. */
export const reminderRestDays = 7

export type ReminderValues = { name: string; amount: string; since: string; hall: string; upiId: string }

/** The text of a reminder. A value is never read as a placeholder itself, whatever someone is called. */
export const reminderText = (template: string, { upiId, ...values }: ReminderValues): string => {
  const filled: Record<string, string> = { ...values, upi: upiId && `UPI: ${upiId}` }
  return template.replaceAll(/\{(name|amount|since|hall|upi)\}/g, (_, name: string) => filled[name] ?? '').trim()
}
