import type { Reply } from '#contract/endpoint.ts'
import { Recent } from '#web/recent.ts'
import type { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Message, Quoted } from '../../../conversations.shapes.contract.ts'
import { ChangeCursor } from './changes.ts'
import { isUnopened } from './decrypter.ts'
import { isOf, joined, newest, type Original, openingOf, originalOf, requoted, type Stretch, withoutOpening } from './stretch.ts'

export type Page = Reply<typeof messageCalls.messages>

const mostOriginals = 500

const isSameText = (one: Message, other: Message): boolean => one.encryption?.iv === other.encryption?.iv

/** The loaded messages of one conversation, and how far they are behind. Merges pages and events, in any order of arrival. */
export class LogState {
  messages: Stretch = []
  isLoaded = false
  hasOlder = false
  /** True if newer messages exist that are not loaded; new messages are then not added. */
  hasNewer = false
  /** Incremented whenever the loaded range is replaced. */
  replaced = 0
  /** One's own messages that the server has, while messages before them are still missing. */
  sent: readonly Message[] = []
  readonly cursor = new ChangeCursor()
  /** The last message number that the server announced. */
  toldSeq = 0
  /** In an empty log: the number before the next message. */
  #emptyAt = 0
  readonly #myId: string
  /** Changed messages that are not loaded, for their quotes. */
  readonly #originals = new Recent<string, Original>(mostOriginals)

  constructor(myId: string) {
    this.#myId = myId
  }

  get last(): number {
    return this.messages.at(-1)?.seq ?? this.#emptyAt
  }

  get lacksNewest(): boolean {
    return this.isLoaded && !this.hasNewer && this.toldSeq > this.last
  }

  /** Returns whether messages or changes are known to be missing. */
  get isBehind(): boolean {
    return this.lacksNewest || (this.isLoaded && this.cursor.isBehind)
  }

  has(seq: number): boolean {
    return this.#at(seq) !== undefined
  }

  /**
   * Returns how many living messages of others come after a number; undefined unless all up to `lastSeq` are loaded and current.
   */
  unreadAfter(seq: number, lastSeq: number): number | undefined {
    if (!this.isLoaded || this.isBehind || this.last < lastSeq || (this.messages[0]?.seq ?? 0) > seq + 1) return undefined
    return this.messages.filter((each) => each.seq > seq && each.sender._id !== this.#myId && !each.isDeleted).length
  }

  /** Messages that are unreadable, or whose quote is: decrypting them may succeed now. */
  get unopened(): Message[] {
    const originals = [...this.#originals.values()].flatMap(({ encrypted }) => (encrypted && !this.has(encrypted.seq) ? [encrypted] : []))
    return [...this.messages, ...this.sent, ...originals].filter(isUnopened)
  }

  forget(): void {
    this.replace({ items: [], hasMore: false, lastSeq: 0, lastChange: 0 }, false)
    this.isLoaded = false
    this.sent = []
    this.toldSeq = 0
    this.cursor.forget()
    this.#originals.clear()
  }

  /** Replaces the loaded messages with a page. */
  replace(page: Page, hasOlder: boolean): void {
    this.replaced++
    this.isLoaded = true
    this.messages = page.items
    this.#emptyAt = page.lastSeq
    this.hasOlder = hasOlder
    this.hasNewer = this.last < page.lastSeq
    this.cursor.restart(page.lastChange)
    this.#settle(page.lastSeq)
  }

  /** Adds a page adjacent to the loaded messages; returns false if it is not adjacent. */
  add(page: Page): boolean {
    const next = joined(this.messages, page.items)
    if (!next) return false
    this.messages = next
    this.cursor.readAt(page.lastChange)
    this.#settle(page.lastSeq)
    return true
  }

  /** Applies the changes after `from`. */
  addChanges(page: Page, from: number): void {
    for (const item of page.items) this.#put(item)
    this.#settle(page.lastSeq)
    this.cursor.tell(page.lastChange)
    // A page read earlier may have been added in between; the changes it lacks are fetched next.
    if (this.cursor.at < from) return
    this.cursor.at = Math.max(this.cursor.at, page.hasMore ? (page.items.at(-1)?.change ?? from) : page.lastChange)
  }

  /** Adds or updates a whole message that arrived as an event. */
  receive(message: Message): void {
    const { _id, seq, change } = message
    this.toldSeq = Math.max(this.toldSeq, seq)
    this.cursor.tell(change)
    if (!this.isLoaded) return
    const isNext = seq === this.last + 1 && !this.hasNewer
    const known = this.#at(seq)
    if (isNext) {
      this.cursor.arrived(message)
      this.messages = [...this.messages, message]
    } else this.#put(message)
    if (isNext || (known && change >= known.change)) this.cursor.took(change)
    else if (!known && change > 0) this.cursor.passed(_id, change)
    if (!isNext && !known && seq > this.last && message.sender._id === this.#myId) this.sent = [...this.sent, message]
    this.#settle(seq)
  }

  /** Applies one change of a message; earlier changes may still be missing. */
  patch(messageId: string, change: number, patched: (message: Message) => Message): void {
    this.cursor.tell(change)
    if (!this.isLoaded) return
    const known = this.messages.find(({ _id }) => _id === messageId)
    if (!known) this.cursor.passed(messageId, change)
    else if (change > known.change) {
      this.#put(patched(known))
      this.cursor.took(change)
      this.#settle(0)
    }
  }

  /** Shows a message in a different state until the server sends its state. */
  show(message: Message): void {
    this.#put(message)
    this.#settle(0)
  }

  /**
   * Replaces an unreadable message with its decrypted form. Changes that arrived since are kept; new content is decrypted
   * separately.
   */
  reopened(opened: Message): void {
    const now = [...this.unopened].find(({ _id }) => _id === opened._id)
    if (!now || !isSameText(now, opened)) return
    const { content, attachment, replyTo } = opened
    const message = { ...withoutOpening(now), content, attachment, replyTo, ...openingOf(opened) }
    this.#put(message)
    this.sent = this.sent.map((each) => (each === now ? message : each))
    if (this.#originals.get(message._id)?.encrypted === now) this.#remember(message._id, originalOf(message))
    this.#settle(0)
  }

  /** Updates quotes of a changed message, which need not be loaded itself. */
  quote(messageId: string, original: Original): void {
    this.#remember(messageId, original)
    this.#settle(0)
  }

  #remember(messageId: string, original: Original): void {
    if ((this.#originals.get(messageId)?.change ?? -1) <= original.change) this.#originals.set(messageId, original)
  }

  #at(seq: number): Message | undefined {
    return this.messages[seq - (this.messages[0]?.seq ?? 0)]
  }

  /** Replaces the loaded version unless it is newer. */
  #put(message: Message): void {
    if (message.change > 0) this.#remember(message._id, originalOf(message))
    const known = this.#at(message.seq)
    if (!known || known._id !== message._id || newest(known, message) === known) return
    this.messages = this.messages.with(message.seq - (this.messages[0]?.seq ?? 0), message)
  }

  #settle(toldSeq: number): void {
    this.toldSeq = Math.max(this.toldSeq, toldSeq)
    this.messages = requoted(this.messages, (quoted) => this.#originalOf(quoted))
    this.sent = this.hasNewer ? [] : this.sent.filter(({ seq }) => seq > this.last)
  }

  #originalOf(quoted: Quoted): Original | undefined {
    const loaded = this.#at(quoted.seq)
    const original = loaded?._id === quoted._id ? originalOf(loaded) : this.#originals.get(quoted._id)
    return original && isOf(original, quoted) ? original : undefined
  }
}
