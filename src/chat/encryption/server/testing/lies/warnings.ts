import type { PersonNews } from '../../../web/encryption.ts'
import type { Page } from './page.ts'

/*
 * What counts as a visible warning. A lie that a person is told of breaks no promise. A client that warns in a new way adds
 * it here, and nowhere else.
 */

type Marked = { unreadable?: string; marks?: readonly string[] }

/** Marks that say nothing about whether what is shown was written so. */
const harmless: readonly string[] = ['editedSince']

/** What a message or quote says is wrong with it. */
export const warningsAt = (shown: object): string[] => {
  const { unreadable, marks = [] } = shown as Marked
  return [...(unreadable === undefined ? [] : [unreadable]), ...marks.filter((mark) => !harmless.includes(mark))]
}

/** Whether a message or quote says that something is wrong with it. */
export const isWarned = (shown: object): boolean => warningsAt(shown).length > 0

const kindsOf = ({ forked, startedOver, replacedCode, isNewMember, devices }: PersonNews): string[] => [
  ...(forked ? ['forked'] : []),
  ...(startedOver ? ['started over'] : []),
  ...(replacedCode ? ['code replaced'] : []),
  ...(isNewMember ? ['new member'] : []),
  ...(devices.length > 0 ? ['new device'] : []),
]

/** What the conversation itself warns of, in words for the table. */
export const warningsOf = (page: Page, conversation: string): string[] => {
  const state = page.encryption.conversation(conversation).get()
  if (!state) return []
  const { news, wasVerified, cannotSend } = state
  return [
    ...new Set((news as readonly PersonNews[]).flatMap(kindsOf)),
    ...(wasVerified ? ['no longer verified'] : []),
    ...(cannotSend ? [`cannot send: ${cannotSend}`] : []),
  ]
}
