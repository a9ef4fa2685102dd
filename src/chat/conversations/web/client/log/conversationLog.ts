import type { Actor } from '#contract/actor.ts'
import { makeStore } from '#web/api/store.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Conversation, Message, Reaction } from '../../../conversations.shapes.contract.ts'
import type { Log, Pending } from '../chatClient.ts'
import type { ClientObserver } from '../clientObserver.ts'
import type { Decrypter } from './decrypter.ts'
import { type LoaderOptions, LogLoader } from './logLoader.ts'
import { LogState } from './logState.ts'
import { OwnReactions } from './ownReactions.ts'
import { plainId } from './plainId.ts'
import { makeRows } from './rows.ts'
import { tombstoneOf, withReactions } from './stretch.ts'

export type LogOptions = LoaderOptions & {
  me: Actor
  pending: () => readonly Pending[]
  decrypter: Decrypter
  observer: Pick<ClientObserver, 'onDelivered'>
}

const emptyLog: Log = { rows: [], hasOlder: false, hasNewer: false, isLoading: null, error: null, readSeqAtOpening: 0 }

/** The messages of one conversation, loaded and kept up to date. */
export class ConversationLog {
  readonly store = makeStore<Log>(emptyLog)
  readonly #options: LogOptions
  readonly #state: LogState
  readonly #loader: LogLoader
  readonly #reactions = new OwnReactions()
  readonly #rows = makeRows()

  constructor(options: LogOptions) {
    this.#options = options
    this.#state = new LogState(options.me._id)
    const change = (change: Partial<Log>) => this.#change(change)
    this.#loader = new LogLoader(options, this.#state, change, () => this.publish())
  }

  open(): void {
    const remember = ({ readSeq }: Conversation) => this.#change({ readSeqAtOpening: readSeq })
    void this.#options.conversation().then(remember, () => undefined)
    void this.refresh()
  }

  /** Loads the log, or fetches what it missed; resolves after the attempt. */
  refresh(): Promise<void> {
    return this.#loader.refresh()
  }

  forget(): void {
    this.#loader.forget()
    this.#state.forget()
    this.store.set(emptyLog)
    this.publish()
  }

  unreadAfter(seq: number, lastSeq: number): number | undefined {
    return this.#state.unreadAfter(seq, lastSeq)
  }

  receive(message: Message): void {
    if (message.conversation !== this.#options.id) return
    this.#state.receive(message)
    this.#loader.settle()
  }

  reacted(messageId: string, change: number, reactions: Reaction[]): void {
    this.#state.patch(messageId, change, (message) => ({ ...message, change, reactions }))
    this.#loader.settle()
  }

  deleted(messageId: string, change: number): void {
    this.#state.patch(messageId, change, (message) => tombstoneOf(message, change))
    this.#state.quote(messageId, { content: null, isDeleted: true, change })
    this.#loader.settle()
  }

  /** Shows a message as deleted here; the server's event follows. */
  removed(message: Message): void {
    this.#state.show(tombstoneOf(message, message.change))
    this.#loader.settle()
    void this.refresh()
  }

  /** Decrypts unreadable messages again, with the changes they received since. */
  async reopen(): Promise<void> {
    const tried = new Set<string>()
    const versionOf = ({ _id, change }: Message) => `${_id} ${change}`
    for (;;) {
      const wanted = this.#state.unopened.filter((message) => !tried.has(versionOf(message)))
      if (wanted.length === 0) return
      for (const message of wanted) tried.add(versionOf(message))
      for (const message of await this.#options.decrypter.retry(wanted)) this.#state.reopened(message)
      this.#loader.settle()
    }
  }

  react(message: Message, emoji: string, on: boolean): Promise<void> {
    const { call } = this.#options
    const send = () => call(messageCalls.react, { params: { id: message._id }, body: { emoji, on } })
    const take = (reply: Message) => this.receive(reply)
    return this.#reactions.show({ messageId: message._id, emoji, on }, send, take, () => this.publish())
  }

  /** Publishes a change of the outbox or of a message in it. */
  publish(): void {
    const { me, pending, observer } = this.#options
    const state = this.#state
    const changing = this.#reactions.ids
    const messages = state.messages.map((message) =>
      changing.has(message._id) ? withReactions(message, this.#reactions.of(message._id), me) : message,
    )
    const waiting = pending()
    const rows = this.#rows({ messages, sent: state.sent, pending: waiting, myId: me._id })
    this.#change({ rows, hasOlder: state.hasOlder, hasNewer: state.hasNewer })
    const here = new Set(rows.filter((row) => row.message).map(({ key }) => key))
    for (const { clientId } of waiting) if (here.has(plainId(clientId))) observer.onDelivered(clientId)
  }

  loadOlder(): Promise<void> {
    return this.#loader.loadOlder()
  }

  loadNewer(): Promise<void> {
    return this.#loader.loadNewer()
  }

  jumpTo(seq: number): Promise<void> {
    return this.#loader.jumpTo(seq)
  }

  jumpToEnd(): Promise<void> {
    return this.#loader.jumpToEnd()
  }

  #change(change: Partial<Log>): void {
    this.store.set({ ...this.store.get(), ...change })
  }
}
