import { chatLimits } from '../../../conversations.limits.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Conversation } from '../../../conversations.shapes.contract.ts'
import type { Log } from '../chatClient.ts'
import type { ClientObserver } from '../clientObserver.ts'
import type { Call } from '../environment.ts'
import type { Task, Tasks } from '../tasks.ts'
import { firstPage, startBefore, type Where } from './firstPage.ts'
import type { LogState, Page } from './logState.ts'

export type LoaderOptions = {
  id: string
  call: Call
  tasks: Tasks
  /** Returns the conversation, fetching it if it is unknown. */
  conversation: () => Promise<Conversation>
  observer: Pick<ClientObserver, 'onRestored'>
}

/** Maximum number of full pages fetched to catch up; the rest is loaded when the person scrolls there. */
const pagesCaughtUp = 10

/** Fetches the messages of one conversation and adds them to its state. */
export class LogLoader {
  readonly #options: LoaderOptions
  readonly #state: LogState
  readonly #change: (change: Partial<Log>) => void
  /** Publishes the current state. */
  readonly #publish: () => void
  readonly #upToDate: Task
  #isLoading = false
  #generation = 0
  #jump = 0
  /** True if events may have been missed. */
  #isUnsure = false

  constructor(options: LoaderOptions, state: LogState, change: (change: Partial<Log>) => void, publish: () => void) {
    this.#options = options
    this.#state = state
    this.#change = change
    this.#publish = publish
    this.#upToDate = options.tasks.task(() => this.#catchUp())
  }

  /** Loads the log, or fetches what it missed; resolves after the attempt. */
  refresh(): Promise<void> {
    this.#isUnsure = true
    return this.#upToDate.ask()
  }

  /** Ignores responses that are still in flight. */
  forget(): void {
    this.#generation++
    this.#isLoading = false
  }

  /** Publishes new messages, and fetches those known to be missing. */
  settle(): void {
    this.#publish()
    if (this.#state.isBehind) void this.#upToDate.ask()
  }

  async loadOlder(): Promise<void> {
    const first = this.#state.messages[0]?.seq
    if (first === undefined || !this.#state.hasOlder) return
    await this.#load('older', { before: String(first) }, (page) => {
      if (this.#state.add(page)) this.#state.hasOlder = page.hasMore && page.items.length > 0
    })
  }

  async loadNewer(): Promise<void> {
    if (!this.#state.hasNewer) return
    await this.#load('newer', { after: String(this.#state.last) }, (page) => {
      if (this.#state.add(page)) this.#state.hasNewer = this.#state.last < page.lastSeq
    })
  }

  async jumpTo(seq: number): Promise<void> {
    if (this.#state.has(seq)) return
    const { firstSeq, lastSeq } = await this.#options.conversation().catch(() => ({ firstSeq: 1, lastSeq: seq }))
    await this.#leap({ after: startBefore(Math.min(seq, lastSeq)) }, firstSeq)
  }

  async jumpToEnd(): Promise<void> {
    if (this.#state.isLoaded && !this.#state.hasNewer) return
    await this.#leap({ page: '1' })
  }

  async #ask(where: Where): Promise<Page | undefined> {
    const { call, id, observer } = this.#options
    const { toldSeq, last, cursor } = this.#state
    const [generation, seq, change] = [this.#generation, Math.max(toldSeq, last), cursor.told]
    const page = await call(messageCalls.messages, { params: { id }, query: { limit: String(chatLimits.messagesDefault), ...where } })
    if (generation !== this.#generation) return undefined
    if (page.lastSeq >= seq && page.lastChange >= change) return page
    observer.onRestored()
    return undefined
  }

  async #load(isLoading: 'older' | 'newer', where: Where, take: (page: Page) => void): Promise<void> {
    if (this.#isLoading) return
    this.#isLoading = true
    this.#change({ isLoading, error: null })
    try {
      const page = await this.#ask(where)
      if (page) take(page)
      this.#change({ isLoading: null })
      this.settle()
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#isLoading = false
    }
  }

  async #leap(where: Where, firstSeq?: number): Promise<void> {
    const jump = ++this.#jump
    this.#change({ isLoading: 'first', error: null })
    try {
      const page = await this.#ask(where)
      if (jump !== this.#jump) return
      if (page) this.#state.replace(page, firstSeq === undefined ? page.hasMore : (page.items[0]?.seq ?? 0) > firstSeq)
      this.#change({ isLoading: null })
      this.settle()
    } catch (error) {
      if (jump === this.#jump) this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    this.#change({ isLoading: null, error: error instanceof Error ? error : new Error(String(error)) })
  }

  async #catchUp(): Promise<void> {
    const isUnsure = this.#isUnsure
    this.#isUnsure = false
    try {
      if (!this.#state.isLoaded) await this.#loadFirst()
      else await this.#loadMissed(isUnsure)
    } catch (error) {
      this.#isUnsure ||= isUnsure
      this.#failed(error)
      throw error
    }
    this.settle()
  }

  async #loadFirst(): Promise<void> {
    const jump = this.#jump
    const generation = this.#generation
    this.#change({ isLoading: 'first', error: null })
    const first = await firstPage(await this.#options.conversation(), (where) => this.#ask(where))
    if (generation !== this.#generation || jump !== this.#jump) return
    if (first) this.#state.replace(...first)
    this.#change({ isLoading: null })
  }

  async #loadMissed(isUnsure: boolean): Promise<void> {
    const state = this.#state
    if (!state.hasNewer && (isUnsure || state.lacksNewest)) await this.#loadAfter()
    if (state.cursor.isBehind || (isUnsure && state.hasNewer)) await this.#loadChanges()
    this.#change({ error: null })
  }

  async #loadAfter(): Promise<void> {
    const state = this.#state
    const { replaced } = state
    // Messages written during the loop come in short pages, which do not count.
    for (let fullPages = 0; fullPages < pagesCaughtUp; ) {
      const page = await this.#ask({ after: String(state.last), limit: String(chatLimits.messagesMax) } as Where)
      if (!page || state.replaced !== replaced) return
      if (!state.add(page)) throw new Error('The server left out messages')
      this.#publish()
      if (!page.hasMore && !state.lacksNewest) return
      if (page.hasMore) fullPages++
    }
    state.hasNewer = state.lacksNewest
  }

  async #loadChanges(): Promise<void> {
    const { cursor } = this.#state
    do {
      const from = cursor.at
      const page = await this.#ask({ changedAfter: String(from) })
      if (!page) return
      this.#state.addChanges(page, from)
      this.#publish()
    } while (cursor.isBehind)
  }
}
