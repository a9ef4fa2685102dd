import type { Conversation } from '../../../conversations.shapes.contract.ts'
import type { Client } from '../client.ts'
import { isUnopenedPreview } from './decrypter.ts'

/** Maximum number of attempts: an edit may arrive while the message before it is being decrypted. */
const mostTries = 3

const decryptPreview = async ({ list, log }: Client, id: string): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries++) {
    const known = list.get(id)
    if (!known?.lastMessage || !isUnopenedPreview(known.lastMessage)) return
    const { lastMessage } = await log.decrypter.conversation(known)
    const put = (now: Conversation) => (now.lastMessage === known.lastMessage ? { ...now, lastMessage } : now)
    list.update(id, put)
    if (list.get(id)?.lastMessage === lastMessage) return
  }
}

/**
 * When keys of a conversation arrive, decrypts its unreadable messages and sends its waiting ones; returns a function that stops
 * this.
 */
export const retryDecrypting = (client: Client): (() => void) => {
  const { log, outbox, environment } = client
  const failed = () => undefined
  const reopen = (id: string): void => {
    outbox.wake(id)
    // A message decrypted just before is in the log at this point.
    void log.get(id)?.reopen().catch(failed)
    void decryptPreview(client, id).catch(failed)
  }
  return environment.encryption.onKeysAdded((id) => void environment.clock.after(0, () => reopen(id)))
}
