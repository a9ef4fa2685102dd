import { dialable, messageLink } from '#contract/phone.ts'
import { shownName } from '#contract/shownName.ts'
import { formatDay, formatRupees } from '#web/words.ts'
import type { Due } from '../dues.contract.ts'
import { reminderText } from '../dues.policy.ts'

/** The values that every reminder of the list is filled in with. */
export type ReminderParts = { template: string; hall: string; upiId: string }

export const nameOf = ({ student }: Due): string => (student ? shownName(student) : '')

/** Returns the URL that opens the reminder of this student, or undefined if the phone number cannot be called. */
export const reminderLink = (channel: 'whatsapp' | 'sms', due: Due, parts: ReminderParts): string | undefined => {
  const number = dialable(due.student?.phone ?? null)
  const values = { ...parts, name: nameOf(due), amount: formatRupees(due.owed), since: formatDay(due.since) }
  return number && messageLink(channel, number, reminderText(parts.template, values))
}
