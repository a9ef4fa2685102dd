import { onForget } from '../api/session.ts'

/** The tab remembers the key of a share that waits for the sign-in. */
export const pendingShareKey = 'pendingShare'

/** Files and a text that one page gives to another, which offers to send them. */
export type Handover = { files: readonly File[]; text: string }

const waiting = new Map<string, Handover>()
onForget(() => waiting.clear())

/** The forms that accept a handover. */
export const uploadForm = 'upload'
export const attachTo = (conversationId: string): string => `attach ${conversationId}`
export const draftOf = (conversationId: string): string => `draft ${conversationId}`

export const handOver = (form: string, given: Handover): void => void waiting.set(form, given)

/** Returns what was handed over to a form, once. */
export const takeHandover = (form: string): Handover | undefined => {
  const given = waiting.get(form)
  waiting.delete(form)
  return given
}
