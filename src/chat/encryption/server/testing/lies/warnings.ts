import type { PersonNews } from '../../../web/encryption.ts'
import type { Page } from './page.ts'

/*
 * Definition of visible warnings. A lie of which the person is warned breaks no promise. New kinds of warnings in a client must
 * be added only here.
 */

type Marked = { unreadable?: string; marks?: readonly string[] }

/** Marks that do not warn about the authenticity of a message. */
const harmless: readonly string[] = ['editedSince']

/** Returns the problem that a message or quote shows. */
export const warningsAt = (shown: object): string[] => {
  const { unreadable, marks = [] } = shown as Marked
  return [...(unreadable === undefined ? [] : [unreadable]), ...marks.filter((mark) => !harmless.includes(mark))]
}

/** Returns whether a message or quote shows a problem. */
export const isWarned = (shown: object): boolean => warningsAt(shown).length > 0

const kindsOf = ({ forked, startedOver, replacedCode, isNewMember, devices }: PersonNews): string[] => [
  ...(forked ? ['forked'] : []),
  ...(startedOver ? ['started over'] : []),
  ...(replacedCode ? ['code replaced'] : []),
  ...(isNewMember ? ['new member'] : []),
  ...(devices.length > 0 ? ['new device'] : []),
]

/** Returns the warnings of the conversation itself, as words for the table. */
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
