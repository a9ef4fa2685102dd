import { limits } from '#contract/limits.ts'
import { CallError } from '#web/api/callError.ts'
import { type Envelope, envelopeErrors } from '../../../conversations.encryption.contract.ts'
import { sendFile } from '../../../conversations.files.contract.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Message } from '../../../conversations.shapes.contract.ts'
import { writtenText } from '../../../conversations.text.policy.ts'
import type { Call, Entry } from '../environment.ts'
import type { OutgoingEncryption } from './outgoingEncryption.ts'
import { fileOf } from './pending.ts'

/** One attempt; `silences` counts earlier attempts that timed out. */
export type Try = { silences: number; signal: AbortSignal; onProgress: (part: number) => void }

const fileSilenceMs = 30_000
const longestSilenceMs = 120_000

/**
 * Returns the timeout without progress. On a slow connection the browser may report all bytes as sent long before they arrive, so
 * each timeout gives the next attempt more time.
 */
const silenceMs = (entry: Entry, silences: number): number =>
  Math.min(longestSilenceMs, (entry.file ? fileSilenceMs : limits.requestTimeoutMs) * 2 ** silences)

type Says = { content: string | null; encryption?: Envelope }
type Line = { call: Call; encryption: OutgoingEncryption }

/** Sends a message of the outbox. The server stores it once per `clientId`, however often it is sent. */
export const sendEntry = ({ call, encryption: outgoing }: Line, entry: Entry, { silences, signal, onProgress }: Try): Promise<Message> => {
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
    call(sendFile, { params: { id }, body: { ...says, ...besides }, file: bytes }, { ...options, onProgress: told })

  const plain = () => (file ? upload({ content: text || null }, file) : post({ content: text || null }))
  const encrypted = async () => {
    const message = { conversation: id, clientId, revision: 1, text, replyTo }
    if (!file) return post({ content: null, encryption: await outgoing.encrypt({ ...message, type: 'text', file: null }) })
    const { blob, described } = await outgoing.encryptFile(id, clientId, file)
    const encryption = await outgoing.encrypt({ ...message, type: 'file', file: described })
    // The encrypted message contains the file's name and type.
    return upload({ content: null, encryption }, new File([blob], 'encrypted'))
  }
  // A reply without text has nothing to encrypt.
  if (!file && text === '') return plain()
  return outgoing.send(id, { mustEncrypt: isEncrypted, plain, encrypted })
}

/** Maximum number of edits by other devices that this tab may have missed before its own edit. */
const mostUnheard = 10

/** Changes the text of a message. Rejects with `CannotEncryptError` if it must be encrypted and cannot be now. */
export const sendEdit = ({ call, encryption: outgoing }: Line, message: Message, text: string): Promise<Message> => {
  const { _id, conversation, clientId, encryption, replyTo } = message
  const put = (body: Says) => call(messageCalls.edit, { params: { id: _id }, body })
  const known = encryption?.revision ?? 0
  /** The last edit wins, as in an unencrypted conversation, even if this tab has missed earlier ones. */
  const encrypted = async (revision = known + 1): Promise<Message> => {
    const saying = { conversation, clientId, revision, type: 'text', text, replyTo, file: null } as const
    try {
      return await put({ content: null, encryption: await outgoing.encrypt(saying) })
    } catch (error) {
      const isLate = error instanceof CallError && error.code === envelopeErrors.revisionOutdated.code
      if (!isLate || revision - known >= mostUnheard) throw error
      return encrypted(revision + 1)
    }
  }
  return outgoing.send(conversation, { mustEncrypt: encryption != null, plain: () => put({ content: text }), encrypted: () => encrypted() })
}
