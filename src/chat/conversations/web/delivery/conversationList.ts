import { limits } from '#contract/limits.ts'
import { makeStore } from '#web/api/store.ts'
import { conversationCalls } from '../../chat.conversations.contract.ts'
import type { Conversation } from '../../chat.shapes.contract.ts'
import type { ConversationList as Shown } from './chatClient.ts'
import { byNewest, isOlder, merged } from './conversations.ts'
import type { Call } from './ports.ts'
import { isRefusal, type Task, type Tasks } from './tasks.ts'

type ListPorts = {
  call: Call
  tasks: Tasks
  /** Lays over what the server says what it has not heard of yet. */
  overlaid: (conversation: Conversation) => Conversation
  /** The server's numbers went back: its data were restored from a backup. */
  restored: () => void
  /** One is no longer in it. */
  gone: (conversationId: string) => void
}

const nothing: Shown = { items: [], hasMore: false, isLoading: false, error: null }

/** The conversations of a person, as far as they are loaded. */
export class ConversationList {
  readonly store = makeStore<Shown>(nothing)
  readonly #ports: ListPorts
  readonly #upToDate: Task
  readonly #byId = new Map<string, Conversation>()
  readonly #wanted = new Map<string, Task>()
  readonly #fetching = new Map<string, Promise<Conversation>>()
  #generation = 0
  /** Of the next page; undefined before the first, null after the last. */
  #cursor: string | null | undefined
  #isPaging = false
  #isWanted = false

  constructor(ports: ListPorts) {
    this.#ports = ports
    this.#upToDate = ports.tasks.task(() => this.#renew())
  }

  get isBegun(): boolean {
    return this.#cursor !== undefined
  }

  get(id: string): Conversation | undefined {
    return this.#byId.get(id)
  }

  /** Asks again for all that is loaded, or begins; resolves when that was tried. */
  refresh(): Promise<void> {
    this.#isWanted = true
    return this.#upToDate.ask()
  }

  /** Asks again if anybody has asked before; an answer on its way may be older than the reason to ask. */
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
      const { items, nextCursor } = await this.#ports.call(conversationCalls.conversations, { query: { cursor } })
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

  /** One conversation as the server has it now. */
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

  /** The same, where nobody waits for it. What is on its way already may be older than the reason to ask. */
  wantFetched(id: string): void {
    if (this.isBegun) this.#want(id)
    else this.renew()
  }

  #want(id: string): void {
    const task = this.#wanted.get(id) ?? this.#ports.tasks.task(async () => void (await this.#fetch(id)))
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
      const fresh = await this.#ports.call(conversationCalls.conversation, { params: { id } })
      if (generation !== this.#generation) return fresh
      if (fresh.lastSeq < (known?.lastSeq ?? 0)) this.#ports.restored()
      else this.learn(fresh)
      return this.#byId.get(id) ?? fresh
    } catch (error) {
      if (isRefusal(error) && error.status === 404 && generation === this.#generation) this.#ports.gone(id)
      throw error
    }
  }

  async #renew(): Promise<void> {
    const generation = this.#generation
    const before = new Map(this.#byId)
    const limit = Math.min(limits.listMax, Math.max(limits.listDefault, before.size))
    if (!this.isBegun) this.#show({ isLoading: true, error: null })
    try {
      const { items, nextCursor } = await this.#ports.call(conversationCalls.conversations, { query: { limit: String(limit) } })
      if (generation !== this.#generation) return
      if (items.some(({ _id, lastSeq }) => lastSeq < (before.get(_id)?.lastSeq ?? 0))) return this.#ports.restored()
      this.#drop(before, items, nextCursor)
      for (const item of items) this.#keep(item)
      if (!this.isBegun || before.size <= limit) this.#cursor = nextCursor
      this.#show({ isLoading: false, error: null })
    } catch (error) {
      if (generation === this.#generation) this.#failed(error)
      throw error
    }
  }

  /** Those that would have to be in what the server answered, and are not. */
  #drop(before: ReadonlyMap<string, Conversation>, items: readonly Conversation[], nextCursor: string | null): void {
    const here = new Set(items.map(({ _id }) => _id))
    const last = items.at(-1)
    for (const conversation of before.values()) {
      const isCovered = nextCursor === null || (last !== undefined && conversation.updatedAt > last.updatedAt)
      if (isCovered && !here.has(conversation._id)) this.#ports.gone(conversation._id)
    }
  }

  #keep(fresh: Conversation): void {
    const known = this.#byId.get(fresh._id)
    this.#byId.set(fresh._id, this.#ports.overlaid(merged(known, fresh)))
    // It was read before something that is known already, and what it counts may lack that.
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
