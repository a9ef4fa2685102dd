import { CallError } from '#web/api/callError.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import type { TrustBook as Book } from '../../encryption.trustBook.contract.ts'
import { decryptBook, encryptBook } from '../crypto/trustBook.ts'
import { headOf, isIn, type People } from './people.ts'
import type { EncryptionPorts } from './ports.ts'
import { type Expected, nothingRemembered, type TrustMark } from './storage.ts'
import type { ThisDevice } from './thisDevice.ts'

/*
 * An attacker who is the server returns an older book, or another person's: a book is only accepted from a device that one's own
 * chain trusts, never below the number seen before, and its content is only ever added to what is known (`#merge`).
 */

/** Delay during which changes are collected before they are uploaded. */
const gatherMs = 3_000
const mostTries = 3

type Needs = { ports: EncryptionPorts; device: ThisDevice; people: People }

const markIn = (verified: Book['verified'][string] | undefined, me: string, userId: string): TrustMark | null => {
  const [mine, theirs] = [verified?.sides[me], verified?.sides[userId]]
  if (!verified || !mine || !theirs) return null
  return { mine, theirs, name: verified.name, at: new Date(verified.at).toISOString(), isVerified: true }
}

/** What this browser knows about others, shared with the person's other devices through the server, which cannot read it. */
export class TrustBook {
  readonly #needs: Needs
  #cancel: (() => void) | undefined
  #uploaded = ''

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Schedules an upload after something was pinned or marked. */
  changed(): void {
    if (this.#cancel || this.#needs.device.state.get() !== 'ready') return
    this.#cancel = this.#needs.ports.after(gatherMs, () => {
      this.#cancel = undefined
      void this.save().catch(() => undefined)
    })
  }

  /** Merges the server's book; changes nothing if there is none or it cannot be trusted. */
  async load(): Promise<void> {
    const { ports, device, people } = this.#needs
    const own = await people.of(ports.me._id)
    if (!own || !device.keys) return
    const encrypted = await ports.call(encryptionApi.trustBook)
    if (!encrypted || encrypted.number < (await device.storage.own()).book) return
    const by = await people.trusted(own.chain, encrypted.byDevice, own.chain.number)
    if (!by) return
    const book = await decryptBook({ userId: ports.me._id, encrypted, device: device.keys, by }).catch(() => undefined)
    if (!book) return
    await this.#merge(book)
    await device.storage.updateOwn((before) => ({ ...before, book: Math.max(before.book, encrypted.number) }))
  }

  /** Uploads this browser's data, merged with the server's book. */
  async save(): Promise<void> {
    const { ports, device, people } = this.#needs
    for (let tries = 1; ; tries++) {
      const own = await people.of(ports.me._id)
      if (!own || !device.keys || device.state.get() !== 'ready') return
      await this.load()
      const book = await this.#written()
      const text = `${own.chain.head} ${JSON.stringify(book)}`
      if (text === this.#uploaded) return
      const recipients = (await Promise.all((await people.current(ports.me._id)).map((one) => people.member(ports.me._id, one)))).filter(
        (one) => one !== undefined,
      )
      const number = (await device.storage.own()).book + 1
      const body = await encryptBook({ userId: ports.me._id, number, book, byDevice: device.keys, recipients })
      try {
        await ports.call(encryptionApi.saveTrustBook, { body })
        await device.storage.updateOwn((before) => ({ ...before, book: Math.max(before.book, number) }))
        this.#uploaded = text
        return
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 409 || tries >= mostTries) throw error
      }
    }
  }

  async #written(): Promise<Book> {
    const { storage } = this.#needs.device
    const me = this.#needs.ports.me._id
    const known = [...(await storage.people())].filter(([userId]) => userId !== me)
    const expected = [...(await storage.expected())]
    const people = new Map([...expected, ...known.map(([userId, { chain, mark }]) => [userId, { pin: headOf(chain), mark }] as const)])
    const marks = [...people].flatMap(([userId, { mark }]) => (mark?.isVerified ? [[userId, mark] as const] : []))
    return {
      v: 1,
      people: Object.fromEntries([...people].map(([userId, { pin }]) => [userId, pin])),
      verified: Object.fromEntries(
        marks.map(([userId, { mine, theirs, name, at }]) => [
          userId,
          { sides: { [me]: mine, [userId]: theirs }, name: name.slice(0, 255), at: Date.parse(at) },
        ]),
      ),
      conversations: Object.fromEntries(
        [...(await storage.conversations())].flatMap(([id, { kind, users, encryptedFrom, highestVersion }]) =>
          kind === null ? [] : [[id, { kind, users: users && ([...users] as [string, string]), encryptedFrom, highestVersion }]],
        ),
      ),
      legacy: Object.fromEntries(await storage.allPins()),
    }
  }

  /**
   * Merges by union, choosing the newer list of one chain and the stricter value. Contradictions are not merged; the lists will
   * show them.
   */
  async #merge({ people: heads, verified, conversations, legacy }: Book): Promise<void> {
    const { people, device, ports } = this.#needs
    for (const [userId, pins] of Object.entries(legacy)) await device.storage.addPins(userId, pins)
    const expected = new Map<string, Expected>()
    for (const [userId, pin] of Object.entries(heads)) {
      const mark = markIn(verified[userId], ports.me._id, userId)
      if (!(await people.of(userId))) expected.set(userId, { pin, mark })
      else if (mark)
        await people.update(userId, (before) => before && (before.mark || !isIn(before.chain, mark.theirs) ? before : { ...before, mark }))
    }
    await device.storage.expect(expected)
    for (const [id, { kind, users, encryptedFrom, highestVersion }] of Object.entries(conversations))
      await device.storage.updateConversation(id, (before = nothingRemembered) => ({
        ...before,
        kind: before.kind ?? kind,
        users: before.kind === null ? users : before.users,
        encryptedFrom: Math.min(before.encryptedFrom, encryptedFrom),
        highestVersion: Math.max(before.highestVersion, highestVersion),
      }))
  }

  close(): void {
    this.#cancel?.()
  }
}
