import type { Conversation } from '../../chat.shapes.contract.ts'
import { isUnopenedPreview } from './opening.ts'
import type { Parts } from './parts.ts'

/** An edit may come while the message before it is being opened. */
const mostTries = 3

const reopenPreview = async ({ list, opening }: Parts, id: string): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries++) {
    const known = list.get(id)
    if (!known?.lastMessage || !isUnopenedPreview(known.lastMessage)) return
    const { lastMessage } = await opening.conversation(known)
    const put = (now: Conversation) => (now.lastMessage === known.lastMessage ? { ...now, lastMessage } : now)
    list.update(id, put)
    if (list.get(id)?.lastMessage === lastMessage) return
  }
}

/** Whenever keys of a conversation have come, opens what could not be read of it, and sends what could not be sent; returns how to stop. */
export const keepReopening = (parts: Parts): (() => void) => {
  const { logs, outbox, ports } = parts
  const failed = () => undefined
  const reopen = (id: string): void => {
    outbox.wake(id)
    // What was opened just before is in the log by now.
    void logs.get(id)?.reopen().catch(failed)
    void reopenPreview(parts, id).catch(failed)
  }
  return ports.sealer.onOpened((id) => void ports.clock.after(0, () => reopen(id)))
}
