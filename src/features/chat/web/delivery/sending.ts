import { limits } from '#contract/limits.ts'
import { attachmentsApi } from '#features/attachments/attachments.contract.ts'
import { messageCalls } from '../../chat.messages.contract.ts'
import type { Message } from '../../chat.shapes.contract.ts'
import { fileOf } from './pending.ts'
import type { Call, Entry } from './ports.ts'

/** How a try goes, and how many fell silent before it. */
export type Try = { silences: number; signal: AbortSignal; onProgress: (part: number) => void }

const fileSilenceMs = 30_000
const longestSilenceMs = 120_000

/**
 * On a slow line the browser may have handed over all bytes long before they are there, so each try that fell silent gives the
 * next one more time.
 */
const silenceMs = (entry: Entry, silences: number): number =>
  Math.min(longestSilenceMs, (entry.file ? fileSilenceMs : limits.requestTimeoutMs) * 2 ** silences)

/** Sends a message of the outbox. With its `clientId` the server enters it once, however often it is sent. */
export const sendEntry = (call: Call, entry: Entry, { silences, signal, onProgress }: Try): Promise<Message> => {
  const { clientId, conversation: id, content, replyTo, mentions, file } = entry
  const body = {
    content: content.trim() === '' ? null : content,
    replyTo: replyTo?._id ?? null,
    clientId,
    ...(mentions.length > 0 && { mentions: mentions.map(({ _id }) => _id) }),
  }
  const options = { signal, silenceMs: silenceMs(entry, silences) }
  if (!file) return call(messageCalls.post, { params: { id }, body: { ...body, type: 'text' } }, options)
  const told = (bytes: number, total: number) => onProgress(total > 0 ? Math.min(1, bytes / total) : 0)
  return call(attachmentsApi.upload, { params: { id }, body, file: fileOf(entry) ?? undefined }, { ...options, onProgress: told })
}
