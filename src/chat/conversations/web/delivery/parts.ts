import { makeStore, type Settable } from '#web/api/store.ts'
import type { Message } from '../../chat.shapes.contract.ts'
import type { Presence } from './chatClient.ts'
import { ConversationList } from './conversationList.ts'
import { ConversationLog } from './conversationLog.ts'
import { makeDrafts } from './drafts.ts'
import { makeOpening, type Opening, openingCall } from './opening.ts'
import { Outbox } from './outbox.ts'
import type { Ports } from './ports.ts'
import { makeReadMarks } from './readMarks.ts'
import { makeSealing, type Sealing } from './sealing.ts'
import { makeTasks, type Tasks } from './tasks.ts'
import { makeTypingHints, makeTypists } from './typing.ts'

/** What one client consists of. */
export type Parts = {
  /** Its calls answer what can be read. */
  ports: Ports
  opening: Opening
  sealing: Sealing
  tasks: Tasks
  list: ConversationList
  outbox: Outbox
  logs: Logs
  reads: ReturnType<typeof makeReadMarks>
  typists: ReturnType<typeof makeTypists>
  hints: ReturnType<typeof makeTypingHints>
  drafts: ReturnType<typeof makeDrafts>
  presence: Settable<ReadonlyMap<string, Presence>>
  /** The conversation that this tab shows. */
  opened: Settable<string | null>
  /** One is no longer in a conversation. */
  gone: (conversationId: string) => void
  /** Discards all state and loads it again, after the server restored a backup. */
  restored: () => void
}

/** Besides the one on screen so many stay loaded. */
const mostLoaded = 20

/** The conversations whose messages were looked at. */
export class Logs {
  readonly #make: (id: string) => ConversationLog
  readonly #all = new Map<string, ConversationLog>()
  #recent: readonly string[] = []

  constructor(make: (id: string) => ConversationLog) {
    this.#make = make
  }

  get(id: string): ConversationLog | undefined {
    return this.#all.get(id)
  }

  of(id: string): ConversationLog {
    const known = this.#all.get(id)
    if (known) return known
    const log = this.#make(id)
    this.#all.set(id, log)
    log.publish()
    return log
  }

  open(id: string): void {
    this.of(id).open()
    const recent = [id, ...this.#recent.filter((each) => each !== id)]
    for (const old of recent.slice(mostLoaded)) this.#all.get(old)?.forget()
    this.#recent = recent.slice(0, mostLoaded)
  }

  forget(): void {
    for (const log of this.#all.values()) log.forget()
  }
}

type Told = {
  /** The server has answered with a message of one's own. */
  sent: (message: Message) => void
  /** The server knows how far a conversation was read. */
  read: (conversationId: string) => void
}

export const assemble = (given: Ports, { sent, read }: Told): Parts => {
  const opening = makeOpening(given.sealer)
  const ports = { ...given, call: openingCall(given.call, opening) }
  const sealing = makeSealing(ports.sealer)
  const { call, clock, storage, socket, me } = ports
  const tasks = makeTasks(clock)
  const reads = makeReadMarks({ call, tasks, clock, told: read })
  const typists = makeTypists(clock)
  const opened = makeStore<string | null>(null)

  const gone = (id: string): void => {
    list.remove(id)
    logs.get(id)?.forget()
  }
  const restored = (): void => {
    ports.sealer.restored()
    reads.forget()
    list.forget()
    logs.forget()
    typists.forget()
    list.renew()
    const id = opened.get()
    if (id !== null) void logs.of(id).refresh()
    tasks.wake()
  }
  const list = new ConversationList({ call, tasks, overlaid: reads.overlaid, restored, gone })
  const changed = (ids: ReadonlySet<string>): void => {
    for (const id of ids) logs.get(id)?.publish()
  }
  const isConnected = () => socket.connection.get() === 'connected'
  const outbox: Outbox = new Outbox({ call, sealing, storage, clock, tasks, isConnected, sent, changed })
  const logs: Logs = new Logs(
    (id) =>
      new ConversationLog({
        id,
        me,
        call,
        tasks,
        restored,
        conversation: () => list.find(id),
        pending: () => outbox.pendingIn(id),
        delivered: (clientId) => outbox.delivered(clientId),
        reopened: opening.again,
      }),
  )
  const hints = makeTypingHints({ socket, clock })
  const drafts = makeDrafts({ storage, clock })
  const presence = makeStore<ReadonlyMap<string, Presence>>(new Map())
  return { ports, opening, sealing, tasks, list, outbox, logs, reads, typists, hints, drafts, presence, opened, gone, restored }
}
