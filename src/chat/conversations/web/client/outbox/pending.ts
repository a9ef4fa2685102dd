import type { CannotEncrypt } from '../../messageEncryption.ts'
import type { Pending } from '../chatClient.ts'
import type { Entry } from '../environment.ts'

/** An entry of the outbox that is being sent. */
export type Flight = { abort: AbortController; progress: number | null }

export const fileOf = ({ file }: Entry): File | null => file && new File([file.blob], file.name, { type: file.mediaType })

/** The sending state of an entry. */
export type Doing = { flight: Flight | undefined; cannotEncrypt: CannotEncrypt | null }

/** Returns an entry in the form the screen shows: the same object as `before` if nothing has changed. */
export const pendingOf = (entry: Entry, { flight, cannotEncrypt }: Doing, before: readonly Pending[] = []): Pending => {
  const { clientId, conversation, content, replyTo, mentions, file, createdAt } = entry
  const known = before.find((each) => each.clientId === clientId)
  const [state, progress] = [flight ? 'sending' : 'waiting', flight?.progress ?? null] as const
  if (known?.state === state && known.progress === progress && known.cannotEncrypt === cannotEncrypt) return known
  const shownFile = file && { blob: file.blob, name: file.name, size: file.blob.size, mediaType: file.mediaType }
  return { clientId, conversation, content, replyTo, mentions, file: shownFile, createdAt, state, progress, cannotEncrypt }
}
