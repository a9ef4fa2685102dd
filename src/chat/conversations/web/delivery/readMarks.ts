import { conversationCalls } from '../../chat.conversations.contract.ts'
import type { Conversation } from '../../chat.shapes.contract.ts'
import { readUpTo } from './conversations.ts'
import type { Call, Clock } from './ports.ts'
import { isRefusal, type Task, type Tasks } from './tasks.ts'

/** Scrolling through many messages is one call. */
const gatherMs = 250

type ReadPorts = {
  call: Call
  tasks: Tasks
  clock: Clock
  /** The server knows how far a conversation was read. */
  told: (conversationId: string) => void
}

/** One's own reading, on its way to the server. */
export const makeReadMarks = ({ call, tasks, clock, told }: ReadPorts) => {
  const wanted = new Map<string, number>()
  const sending = new Map<string, Task>()

  const send = async (id: string): Promise<void> => {
    const seq = wanted.get(id)
    if (seq === undefined) return
    try {
      await call(conversationCalls.markRead, { params: { id }, body: { seq } })
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
    if (wanted.get(id) !== seq) return send(id)
    wanted.delete(id)
    told(id)
  }
  const taskOf = (id: string): Task => {
    const task = sending.get(id) ?? tasks.task(() => send(id))
    sending.set(id, task)
    return task
  }
  return {
    mark: (id: string, seq: number): void => {
      const isGathering = wanted.has(id)
      wanted.set(id, Math.max(seq, wanted.get(id) ?? 0))
      if (!isGathering) clock.after(gatherMs, () => void taskOf(id).ask())
    },
    /** A conversation as the server says it is, with the reading that it has not heard of. */
    overlaid: (conversation: Conversation): Conversation => {
      const seq = wanted.get(conversation._id)
      return seq === undefined ? conversation : readUpTo(conversation, seq)
    },
    /** Marking as unread ends what was on its way. */
    drop: (id: string): void => void wanted.delete(id),
    forget: (): void => wanted.clear(),
  }
}
