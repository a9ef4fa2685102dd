import type { LastMessage, Message, Quoted } from '#chat/conversations/conversations.shapes.contract.ts'
import type { Page } from './page.ts'
import { isWarned } from './warnings.ts'

/** What a person really wrote, where, and in reply to what. `texts` are its revisions. */
export type Written = { by: string; conversation: string; texts: string[]; replyTo: Written | null; isOpen: boolean }

/** A text that is shown, such as the name of a person, a place and a time. */
type Shown = Pick<Message | LastMessage | Quoted, 'content' | 'isDeleted' | 'sender' | 'seq'> & {
  encryption?: unknown
  unreadable?: string
}

/** The revisions that a browser has shown, after which it must not show an earlier one. */
type Seen = Map<Written, number>

/** Knows what every honest person wrote, and compares what browsers show with it. */
export class Oracle {
  readonly #written: Written[] = []
  readonly #seen = new Map<object, Seen>()

  wrote(written: Omit<Written, 'texts' | 'isOpen'> & { text: string; isOpen?: boolean }): Written {
    const { text, isOpen = false, ...rest } = written
    const one: Written = { ...rest, texts: [text], isOpen }
    this.#written.push(one)
    return one
  }

  edited(written: Written, text: string): void {
    written.texts.push(text)
  }

  find(text: string | null): Written | undefined {
    return this.#written.find(({ texts }) => texts.includes(text ?? ''))
  }

  /** Returns texts that only the members of this conversation may learn. */
  secretsOf(id: string): readonly string[] {
    return this.#written.filter(({ conversation, isOpen }) => !isOpen && conversation === id).flatMap(({ texts }) => texts)
  }

  /** Copies the oracle without later writes: every lie starts at the same moment. */
  copy(profiles: ReadonlyMap<object, object>): Oracle {
    const oracle = new Oracle()
    const copies = new Map<Written, Written>()
    for (const one of this.#written) {
      const copy = { ...one, texts: [...one.texts], replyTo: one.replyTo && (copies.get(one.replyTo) ?? null) }
      copies.set(one, copy)
      oracle.#written.push(copy)
    }
    for (const [profile, next] of profiles) {
      const seen = [...(this.#seen.get(profile) ?? [])].map(([one, revision]) => [copies.get(one) ?? one, revision] as const)
      oracle.#seen.set(next, new Map(seen))
    }
    return oracle
  }

  /** Returns what a page shows of a conversation that differs from what was written, without a warning at the message. */
  faultsOf(page: Page, id: string): string[] {
    const rows = page.messages(id)
    const last = page.listed().find(({ _id }) => _id === id)?.lastMessage
    const inList = last ? this.#faultsIn(page, id, last).map((fault) => `the list ${fault}`) : []
    return [...this.#twice(rows), ...rows.flatMap((row) => this.#faultsOfRow(page, id, row)), ...inList]
  }

  #twice(rows: readonly Message[]): string[] {
    const texts = rows.filter((row) => row.content !== null && !isWarned(row)).flatMap(({ content }) => this.find(content) ?? [])
    return texts.filter((one, at) => texts.indexOf(one) !== at).map(({ texts: [text] }) => `shows “${text}” twice`)
  }

  #faultsOfRow(page: Page, id: string, row: Message): string[] {
    if (row.isDeleted || isWarned(row)) return []
    const faults = this.#faultsIn(page, id, row)
    const written = row.encryption === undefined ? undefined : this.find(row.content)
    if (written && row.editedBy && row.editedBy._id !== written.by) faults.push(`says that another person edited “${row.content}”`)
    return [...faults, ...(written ? this.#faultsOfQuote(row, written) : [])]
  }

  #faultsIn({ profile }: Page, id: string, shown: Shown): string[] {
    const { content, sender } = shown
    if (content === null || shown.isDeleted || isWarned(shown)) return []
    const written = this.find(content)
    // Before a conversation was encrypted, the server stored the texts, and can change them.
    if (shown.encryption === undefined && this.#isOpenAt(id, shown.seq)) return []
    if (!written) return [`shows “${content}”, which nobody wrote`]
    const faults = []
    if (written.conversation !== id) faults.push(`shows “${content}” in another conversation`)
    if (written.by !== sender?._id) faults.push(`shows “${content}” as another person's`)
    if (this.#isRolledBack(profile, written, content)) faults.push(`shows “${content}” after a later revision`)
    return faults
  }

  #isOpenAt(id: string, seq: number): boolean {
    return seq <= this.#written.filter(({ conversation, isOpen }) => isOpen && conversation === id).length
  }

  #isRolledBack(profile: object, written: Written, content: string): boolean {
    const seen = this.#seen.get(profile) ?? new Map<Written, number>()
    this.#seen.set(profile, seen)
    const revision = written.texts.indexOf(content)
    const highest = seen.get(written) ?? 0
    seen.set(written, Math.max(highest, revision))
    return revision < highest
  }

  #faultsOfQuote({ content, replyTo }: Message, written: Written): string[] {
    if (!replyTo) return written.replyTo ? [`shows the reply “${content}” without what it answers`] : []
    if (replyTo.content === null || replyTo.isDeleted || isWarned(replyTo)) return []
    const quoted = this.find(replyTo.content)
    if (!quoted || quoted !== written.replyTo) return [`shows “${content}” in answer to “${replyTo.content}”`]
    return !replyTo.sender || quoted.by === replyTo.sender._id ? [] : [`quotes “${replyTo.content}” as another person's`]
  }
}
