import { attachmentsApi } from '#chat/attachments/attachments.contract.ts'
import { type Envelope, encryptionErrors } from '#chat/encryption/encryption.shapes.contract.ts'
import { limits } from '#contract/limits.ts'
import { CallError } from '#web/api/callError.ts'
import { messageCalls } from '../../chat.messages.contract.ts'
import type { Message } from '../../chat.shapes.contract.ts'
import { writtenText } from '../../chat.text.policy.ts'
import { fileOf } from './pending.ts'
import type { Call, Entry } from './ports.ts'
import type { Sealing } from './sealing.ts'

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

type Says = { content: string | null; encryption?: Envelope }
type Line = { call: Call; sealing: Sealing }

/** Sends a message of the outbox. With its `clientId` the server enters it once, however often it is sent. */
export const sendEntry = ({ call, sealing }: Line, entry: Entry, { silences, signal, onProgress }: Try): Promise<Message> => {
  const { clientId, conversation: id, replyTo, mentions, isEncrypted } = entry
  const text = writtenText(entry.content)
  const file = fileOf(entry)
  const besides = {
    replyTo: replyTo?._id ?? null,
    clientId,
    ...(mentions.length > 0 && { mentions: mentions.map(({ _id }) => _id) }),
  }
  const told = (bytes: number, total: number) => onProgress(total > 0 ? Math.min(1, bytes / total) : 0)
  const options = { signal, silenceMs: silenceMs(entry, silences) }
  const post = (says: Says) => call(messageCalls.post, { params: { id }, body: { ...says, ...besides, type: 'text' } }, options)
  const upload = (says: Says, bytes: File) =>
    call(attachmentsApi.upload, { params: { id }, body: { ...says, ...besides }, file: bytes }, { ...options, onProgress: told })

  const plain = () => (file ? upload({ content: text || null }, file) : post({ content: text || null }))
  const sealed = async () => {
    const message = { conversation: id, clientId, revision: 1, text, replyTo }
    if (!file) return post({ content: null, encryption: await sealing.seal({ ...message, type: 'text', file: null }) })
    const { blob, described } = await sealing.sealFile(id, clientId, file)
    const encryption = await sealing.seal({ ...message, type: 'file', file: described })
    // Name and type are in the message.
    return upload({ content: null, encryption }, new File([blob], 'encrypted'))
  }
  // A reply without a text has nothing that could be encrypted.
  if (!file && text === '') return plain()
  return sealing.send(id, { isSealed: isEncrypted, plain, sealed })
}

/** Edits of one message that a tab has not heard of when it edits it itself. */
const mostUnheard = 10

/** Changes the text of a message. Rejects with `CannotSealError` where it must be encrypted and cannot be now. */
export const sendEdit = (
  { ports: { call }, sealing }: { ports: { call: Call }; sealing: Sealing },
  message: Message,
  text: string,
): Promise<Message> => {
  const { _id, conversation, clientId, encryption, replyTo } = message
  const put = (body: Says) => call(messageCalls.edit, { params: { id: _id }, body })
  const known = encryption?.revision ?? 0
  /** The last edit counts, as in an open conversation, though there may have been some of which this tab has not heard yet. */
  const sealed = async (revision = known + 1): Promise<Message> => {
    const saying = { conversation, clientId, revision, type: 'text', text, replyTo, file: null } as const
    try {
      return await put({ content: null, encryption: await sealing.seal(saying) })
    } catch (error) {
      const isLate = error instanceof CallError && error.code === encryptionErrors.revisionOutdated.code
      if (!isLate || revision - known >= mostUnheard) throw error
      return sealed(revision + 1)
    }
  }
  return sealing.send(conversation, { isSealed: encryption != null, plain: () => put({ content: text }), sealed: () => sealed() })
}
