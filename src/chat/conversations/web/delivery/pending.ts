import type { CannotSeal } from '#chat/encryption/web/encryption.ts'
import type { Pending } from './chatClient.ts'
import type { Entry } from './ports.ts'

/** An entry of the outbox on its way. */
export type Flight = { abort: AbortController; progress: number | null }

export const fileOf = ({ file }: Entry): File | null => file && new File([file.blob], file.name, { type: file.mediaType })

/** How an entry is doing. */
export type Doing = { flight: Flight | undefined; cannotSeal: CannotSeal | null }

/** An entry as the screen shows it: the same object as `before` where nothing has changed. */
export const pendingOf = (entry: Entry, { flight, cannotSeal }: Doing, before: readonly Pending[] = []): Pending => {
  const { clientId, conversation, content, replyTo, mentions, file, createdAt } = entry
  const known = before.find((each) => each.clientId === clientId)
  const [state, progress] = [flight ? 'sending' : 'waiting', flight?.progress ?? null] as const
  if (known?.state === state && known.progress === progress && known.cannotSeal === cannotSeal) return known
  const shownFile = file && { name: file.name, size: file.blob.size, mediaType: file.mediaType }
  return { clientId, conversation, content, replyTo, mentions, file: shownFile, createdAt, state, progress, cannotSeal }
}
