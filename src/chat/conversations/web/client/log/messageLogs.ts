import { ConversationLog, type LogOptions } from './conversationLog.ts'

/** Maximum number of logs kept in memory. */
const mostLoaded = 20

type LogsOptions = Omit<LogOptions, 'id' | 'conversation' | 'pending'> & {
  conversation: (id: string) => ReturnType<LogOptions['conversation']>
  pendingIn: (id: string) => ReturnType<LogOptions['pending']>
}

/** Loaded message logs, most recently used first. */
export class MessageLogs {
  readonly #options: LogsOptions
  readonly #all = new Map<string, ConversationLog>()
  #recent: readonly string[] = []

  constructor(options: LogsOptions) {
    this.#options = options
  }

  get decrypter(): LogOptions['decrypter'] {
    return this.#options.decrypter
  }

  get(id: string): ConversationLog | undefined {
    return this.#all.get(id)
  }

  of(id: string): ConversationLog {
    const known = this.#all.get(id)
    if (known) return known
    const { conversation, pendingIn, ...options } = this.#options
    const log = new ConversationLog({ ...options, id, conversation: () => conversation(id), pending: () => pendingIn(id) })
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
