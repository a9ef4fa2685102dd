import { limits } from '#contract/limits.ts'
import { makeStore } from '#web/api/store.ts'
import { conversationCalls } from '../../../conversations.calls.contract.ts'
import type { Conversation } from '../../../conversations.shapes.contract.ts'
import type { ConversationList as Shown } from '../chatClient.ts'
import type { ClientObserver } from '../clientObserver.ts'
import type { Call, Clock } from '../environment.ts'
import { isRefusal, type Task, type Tasks } from '../tasks.ts'
import { byNewest, isOlder, merged } from './conversations.ts'
import { makeReadMarks } from './readMarks.ts'

type ListOptions = {
  call: Call
  tasks: Tasks
  clock: Clock
  observer: Pick<ClientObserver, 'onRead' | 'onRemoved' | 'onRestored'>
}

const nothing: Shown = { items: [], hasMore: false, isLoading: false, error: null }

/** The loaded conversations of a person. */
export class ConversationList {
  readonly store = makeStore<Shown>(nothing)
  readonly #options: ListOptions
  /** The person's own read positions that are being sent to the server. */
  readonly reads: ReturnType<typeof makeReadMarks>
  readonly #upToDate: Task
  readonly #byId = new Map<string, Conversation>()
  readonly #wanted = new Map<string, Task>()
  readonly #fetching = new Map<string, Promise<Conversation>>()
  #generation = 0
  /** The cursor of the next page; undefined before the first, null after the last. */
  #cursor: string | null | undefined
  #isPaging = false
  #isWanted = false

  constructor(options: ListOptions) {
    this.#options = options
    this.reads = makeReadMarks(options)
    this.#upToDate = options.tasks.task(() => this.#renew())
  }

  get isBegun(): boolean {
    return this.#cursor !== undefined
  }

  get(id: string): Conversation | undefined {
    return this.#byId.get(id)
  }

  /** Reloads all loaded pages, or loads the first; resolves after the attempt. */
  refresh(): Promise<void> {
    this.#isWanted = true
    return this.#upToDate.ask()
  }

  /** Reloads the list if it was loaded before. A response already in flight may be older than the reason to reload. */
  renew(): void {
    if (this.#isWanted) void this.refresh()
  }

  async loadMore(): Promise<void> {
    const cursor = this.#cursor
    if (cursor === undefined) return this.refresh()
    if (cursor === null || this.#isPaging) return
    this.#isPaging = true
    this.#show({ isLoading: true, error: null })
    try {
      const generation = this.#generation
      const { items, nextCursor } = await this.#options.call(conversationCalls.conversations, { query: { cursor } })
      if (generation !== this.#generation) return
      for (const item of items) this.#keep(item)
      this.#cursor = nextCursor
      this.#show({ isLoading: false })
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#isPaging = false
    }
  }

  /** Fetches the current state of one conversation. */
  fetch(id: string): Promise<Conversation> {
    const known = this.#fetching.get(id)
    if (known) return known
    const fetching = this.#fetch(id).finally(() => this.#fetching.delete(id))
    this.#fetching.set(id, fetching)
    return fetching
  }

  async find(id: string): Promise<Conversation> {
    return this.#byId.get(id) ?? (await this.fetch(id))
  }

  /** Fetches a conversation in the background. A response already in flight may be older than the reason to fetch. */
  wantFetched(id: string): void {
    if (this.isBegun) this.#want(id)
    else this.renew()
  }

  #want(id: string): void {
    const task = this.#wanted.get(id) ?? this.#options.tasks.task(async () => void (await this.#fetch(id)))
    this.#wanted.set(id, task)
    void task.ask()
  }

  learn(conversation: Conversation): void {
    this.#keep(conversation)
    this.#show()
  }

  update(id: string, change: (conversation: Conversation) => Conversation): void {
    const known = this.#byId.get(id)
    if (!known) return
    const next = change(known)
    if (next === known) return
    this.#byId.set(id, next)
    this.#show()
  }

  remove(id: string): void {
    if (this.#byId.delete(id)) this.#show()
  }

  forget(): void {
    this.reads.forget()
    this.#generation++
    this.#byId.clear()
    this.#fetching.clear()
    this.#cursor = undefined
    this.store.set(nothing)
  }

  async #fetch(id: string): Promise<Conversation> {
    const generation = this.#generation
    const known = this.#byId.get(id)
    try {
      const fresh = await this.#options.call(conversationCalls.conversation, { params: { id } })
      if (generation !== this.#generation) return fresh
      if (fresh.lastSeq < (known?.lastSeq ?? 0)) this.#options.observer.onRestored()
      else this.learn(fresh)
      return this.#byId.get(id) ?? fresh
    } catch (error) {
      if (isRefusal(error) && error.status === 404 && generation === this.#generation) this.#options.observer.onRemoved(id)
      throw error
    }
  }

  async #renew(): Promise<void> {
    const generation = this.#generation
    const before = new Map(this.#byId)
    const limit = Math.min(limits.listMax, Math.max(limits.listDefault, before.size))
    if (!this.isBegun) this.#show({ isLoading: true, error: null })
    try {
      const { items, nextCursor } = await this.#options.call(conversationCalls.conversations, { query: { limit: String(limit) } })
      if (generation !== this.#generation) return
      if (items.some(({ _id, lastSeq }) => lastSeq < (before.get(_id)?.lastSeq ?? 0))) return this.#options.observer.onRestored()
      this.#drop(before, items, nextCursor)
      for (const item of items) this.#keep(item)
      if (!this.isBegun || before.size <= limit) this.#cursor = nextCursor
      this.#show({ isLoading: false, error: null })
    } catch (error) {
      if (generation === this.#generation) this.#failed(error)
      throw error
    }
  }

  /** Removes conversations that should be in the server's response but are not. */
  #drop(before: ReadonlyMap<string, Conversation>, items: readonly Conversation[], nextCursor: string | null): void {
    const here = new Set(items.map(({ _id }) => _id))
    const last = items.at(-1)
    for (const conversation of before.values()) {
      const isCovered = nextCursor === null || (last !== undefined && conversation.updatedAt > last.updatedAt)
      if (isCovered && !here.has(conversation._id)) this.#options.observer.onRemoved(conversation._id)
    }
  }

  #keep(fresh: Conversation): void {
    const known = this.#byId.get(fresh._id)
    this.#byId.set(fresh._id, this.reads.overlaid(merged(known, fresh)))
    // The response was read before an event that is already known, which its counters may lack.
    if (known && isOlder(fresh, known)) this.#want(fresh._id)
  }

  #failed(error: unknown): void {
    this.#show({ isLoading: false, error: error instanceof Error ? error : new Error(String(error)) })
  }

  #show(change: Partial<Shown> = {}): void {
    const items = [...this.#byId.values()].sort(byNewest)
    this.store.set({ ...this.store.get(), items, hasMore: typeof this.#cursor === 'string', ...change })
  }
}
