import { conversationCalls } from '../../../conversations.calls.contract.ts'
import type { Conversation } from '../../../conversations.shapes.contract.ts'
import type { ClientObserver } from '../clientObserver.ts'
import type { Call, Clock } from '../environment.ts'
import { isRefusal, type Task, type Tasks } from '../tasks.ts'
import { readUpTo } from './conversations.ts'

/** Read positions within this time are combined into one call. */
const gatherMs = 250

type ReadOptions = {
  call: Call
  tasks: Tasks
  clock: Clock
  observer: Pick<ClientObserver, 'onRead'>
}

/** Sends the person's own read positions to the server. */
export const makeReadMarks = ({ call, tasks, clock, observer }: ReadOptions) => {
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
    observer.onRead(id)
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
    /** Returns the server's state of a conversation with the read position that it has not received yet. */
    overlaid: (conversation: Conversation): Conversation => {
      const seq = wanted.get(conversation._id)
      return seq === undefined ? conversation : readUpTo(conversation, seq)
    },
    /** Discards a read position in flight, when the conversation is marked as unread. */
    drop: (id: string): void => void wanted.delete(id),
    forget: (): void => wanted.clear(),
  }
}
