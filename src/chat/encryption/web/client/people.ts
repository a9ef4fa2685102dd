import { type Chain, type ChainDevice, ChainError, contains, endsFork, isTrustedAt, trustedNow } from '../../encryption.chain.policy.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import type { ListHead, PublicDevice, SignedList } from '../../encryption.shapes.contract.ts'
import type { ListPin } from '../../encryption.trustBook.contract.ts'
import { type KnownDevice, publicDeviceOf } from '../crypto/device.ts'
import { knownDeviceOf, verifyChain } from '../crypto/deviceList.ts'
import { fetchChain, fetchLists, fetchMemberLists, newestChain, type VerifiedLists, verified } from './fetchedLists.ts'
import type { EncryptionPorts } from './ports.ts'
import type { EncryptionStorage, Person } from './storage.ts'

/*
 * An attacker who is the server
 * - presents its own device as another person's: a device only counts in a chain of signed lists that continues the pinned one
 *   (`verifyChain`), and the server's response alone pins nothing except at first sight;
 * - returns an older list: the pinned one stays, and is uploaded again (`#giveBack`);
 * - returns other lists from some number on, or other first keys: the pinned branch stays and the fork is shown, and new first keys
 *   are shown as "started over" (`#other`);
 * - adds to one's own chain: it is only pinned by set-up, pairing or the recovery code, never by a response (`sync`).
 */

/** Maximum number of earlier generations that are fetched, however high a generation the server names. */
const mostEarlier = 20

/** Above this number, people are fetched together. */
const fetchedOneByOne = 3

/** The newest list of a person according to the server. */
export type ServerHead = ListHead & { userId: string }

/** A device of a chain, with its keys. */
export type Member = KnownDevice & { userId: string }

export const headOf = ({ generation, root, number, head }: Chain): ListPin => ({ generation, root, number, head })

export const isIn = (chain: Chain | undefined, { generation, root, number, head }: ListPin): boolean =>
  chain?.generation === generation && chain.root === root && contains(chain, { number, head })

export class People {
  readonly #storage: () => EncryptionStorage
  readonly #ports: Pick<EncryptionPorts, 'call' | 'me'>
  readonly #known = new Map<string, Person>()
  readonly #imported = new Map<string, Promise<KnownDevice | undefined>>()
  readonly #syncing = new Map<string, Promise<void>>()
  /** Chains of earlier generations that this browser had not pinned, by person and generation. */
  readonly #unproven = new Map<string, Promise<Chain | undefined>>()
  #changed: (person: Person | undefined) => void = () => {}
  #startedOverElsewhere: () => void = () => {}
  /** The head of one's own lists started by another browser, as last reported by the server. */
  #elsewhere = ''
  #changes = 0

  constructor(storage: () => EncryptionStorage, ports: Pick<EncryptionPorts, 'call' | 'me'>) {
    this.#storage = storage
    this.#ports = ports
  }

  /** Registers a handler for new pins and marks. */
  onChanged(handler: (person: Person | undefined) => void): void {
    this.#changed = handler
  }

  /** Registers a handler for when the server shows that one's own lists were started again in another browser. */
  onStartedOverElsewhere(handler: () => void): void {
    this.#startedOverElsewhere = handler
  }

  /** Number of changes to pins and marks. */
  get changes(): number {
    return this.#changes
  }

  async of(userId: string): Promise<Person | undefined> {
    const known = this.#known.get(userId) ?? (await this.#storage().person(userId))
    if (known) this.#known.set(userId, known)
    return known
  }

  async update(userId: string, change: (before: Person | undefined) => Person | undefined): Promise<Person | undefined> {
    const person = await this.#storage().updatePerson(userId, change)
    if (person) this.#known.set(userId, person)
    this.#changes++
    this.#changed(person)
    return person
  }

  /** Pins a chain after an act of the person, or continues the pinned one. */
  async pin(userId: string, chain: Chain, lists: readonly SignedList[]): Promise<void> {
    await this.update(userId, (before) => {
      const isSame = before?.chain.root === chain.root && before.chain.generation === chain.generation
      const earlier = before && !isSame ? [before.chain, ...before.earlier] : (before?.earlier ?? [])
      return { chain, lists, earlier, fork: null, startedOver: false, mark: before?.mark ?? null }
    })
  }

  /**
   * Updates the pinned chains of these people to the server's lists, as far as they are validly signed. Many members of one
   * conversation are fetched together. Rejects if they cannot be fetched.
   */
  async sync(heads: readonly ServerHead[], conversation?: string): Promise<void> {
    const known = await Promise.all(heads.map(({ userId }) => this.of(userId)))
    const isMany = known.filter((one) => one === undefined).length > fetchedOneByOne
    const lists = isMany && conversation !== undefined ? await fetchMemberLists(this.#ports.call, conversation) : undefined
    await Promise.all(heads.map((head) => this.#syncOnce(head, lists?.get(head.userId))))
  }

  #syncOnce(head: ServerHead, lists?: readonly SignedList[]): Promise<void> {
    const name = `${head.userId} ${head.head}`
    const known = this.#syncing.get(name)
    if (known) return known
    const syncing = this.#sync(head, lists).finally(() => this.#syncing.delete(name))
    this.#syncing.set(name, syncing)
    return syncing
  }

  async #sync(told: ServerHead, lists?: readonly SignedList[]): Promise<void> {
    const known = await this.of(told.userId)
    if (!known) {
      if (told.userId !== this.#ports.me._id) await this.#firstSight(told, lists)
      return
    }
    const { chain, fork } = known
    if (told.generation < chain.generation) return this.#giveBack(known)
    if (told.generation > chain.generation) return this.#startOver(known, told)
    if (contains(chain, told)) return told.number < chain.number ? this.#giveBack(known, told.number) : undefined
    if (fork && contains(fork, told)) return
    if (told.number > chain.number && (await this.#extend(known, told))) return
    await this.#other(known, told)
  }

  async #firstSight(told: ServerHead, lists?: readonly SignedList[]): Promise<void> {
    const found = await (lists ? verified(told, lists) : fetchChain(this.#ports.call, told))
    if (!found) return
    const pins = await this.#storage().pins(told.userId)
    const first = [...found.chain.devices.values()].filter(({ addedAt }) => addedAt === 0)
    const isContinued = first.some(({ deviceId, fingerprint }) => pins[deviceId] === fingerprint)
    const expected = (await this.#storage().expected()).get(told.userId)
    const isOther = expected !== undefined && !isIn(found.chain, expected.pin)
    const startedOver = isOther || (Object.keys(pins).length > 0 && !isContinued && expected === undefined)
    const mark = expected?.mark ?? null
    await this.update(told.userId, (before) => before ?? { ...found, earlier: [], fork: null, startedOver, mark })
  }

  /** Returns whether the server's lists continue the pinned chain. */
  async #extend({ chain, lists }: Person, { userId, generation }: ServerHead): Promise<boolean> {
    const more = await fetchLists(this.#ports.call, { userId, generation }, chain.number)
    let extended: Chain
    try {
      extended = await verifyChain(more, chain)
    } catch (error) {
      if (error instanceof ChainError) return false
      throw error
    }
    await this.#advance(userId, extended, [...lists, ...more])
    return true
  }

  async #advance(userId: string, chain: Chain, lists: readonly SignedList[]): Promise<void> {
    await this.update(userId, (before) => {
      // Another tab has a longer chain.
      if (before && contains(before.chain, chain)) return before
      const fork = before?.fork && !chain.merged.some(({ head }) => head === before.fork?.head) ? before.fork : null
      return before && { ...before, chain, lists, fork }
    })
  }

  /** Handles lists that do not continue the pinned ones: another branch, a branch that ends this one, or other first keys. */
  async #other(known: Person, { userId, generation }: ServerHead): Promise<void> {
    const found = await fetchChain(this.#ports.call, { userId, generation })
    if (!found || contains(known.chain, found.chain)) return
    if (found.chain.root !== known.chain.root) {
      if (!known.earlier.some(({ root }) => root === found.chain.root)) await this.#replace(known, found)
      return
    }
    if (contains(found.chain, known.chain) || endsFork(found.chain, known.chain)) return this.#advance(userId, found.chain, found.lists)
    await this.update(userId, (before) => before && { ...before, fork: found.chain })
  }

  async #startOver(known: Person, { userId, generation, head }: ServerHead): Promise<void> {
    if (head === this.#elsewhere) return
    const found = await fetchChain(this.#ports.call, { userId, generation })
    if (found) await this.#replace(known, found)
  }

  /** Only the person can replace the pinned chain of their own lists: if it was started in another browser, this one asks. */
  async #replace({ chain }: Person, found: VerifiedLists): Promise<void> {
    if (chain.userId === this.#ports.me._id) {
      this.#elsewhere = found.chain.head
      return this.#startedOverElsewhere()
    }
    await this.update(chain.userId, (before) =>
      before && before.chain.root === chain.root
        ? { ...found, earlier: [before.chain, ...before.earlier], fork: null, startedOver: true, mark: before.mark }
        : before,
    )
  }

  /** Uploads lists that the server has lost, as after a restore. Lists it rejects now are uploaded again next time. */
  async #giveBack({ chain, lists }: Person, after = -1): Promise<void> {
    const isOwn = chain.userId === this.#ports.me._id
    if (!isOwn && after < 0) return
    const lost = lists.filter(({ number }) => number > after).slice(0, 50)
    const recovery = isOwn ? (await this.#storage().own()).recovery : null
    const isAdded = recovery && lost.some(({ added }) => added.some(({ deviceId }) => deviceId === recovery.deviceId))
    const body = { userId: chain.userId, lists: lost, ...(isAdded && { recovery }) }
    await this.#ports.call(encryptionApi.saveLists, { body }).catch(() => undefined)
  }

  /**
   * Returns all lists of a person in the server's newest generation, verified against each other; undefined if there are none.
   */
  newest(userId: string): Promise<VerifiedLists | undefined> {
    return newestChain(this.#ports.call, userId)
  }

  /** Updates one's own pinned chain. Returns the server's lists. */
  async syncOwn(): Promise<VerifiedLists | undefined> {
    const { _id } = this.#ports.me
    const [known, found] = [await this.of(_id), await this.#syncNewest(_id)]
    if (known && !found) await this.#giveBack(known)
    return found
  }

  async #syncNewest(userId: string): Promise<VerifiedLists | undefined> {
    const found = await this.newest(userId)
    if (found) await this.sync([{ userId, ...headOf(found.chain) }])
    return found
  }

  /** Continues with a list created here that the server has accepted. */
  async goOn(userId: string, list: SignedList): Promise<void> {
    const known = await this.of(userId)
    if (!known) return
    await this.#advance(userId, await verifyChain([list], known.chain), [...known.lists, list])
  }

  /**
   * Returns the chain of a person that has this list, or undefined if there is none. `isProven` is false for an unpinned chain
   * from before the person started over, `isEarlier` is true for a pinned one.
   */
  async find(userId: string, at: ListHead): Promise<{ chain: Chain; isProven: boolean; isEarlier: boolean } | undefined> {
    const pinned = await this.#pinned(userId, at)
    if (pinned) return pinned
    const known = await this.of(userId)
    if (!known || at.generation >= known.chain.generation) {
      await this.#syncOnce({ userId, ...at })
      return this.#pinned(userId, at)
    }
    const chain = await this.#unprovenOf(userId, at.generation)
    return chain && contains(chain, at) ? { chain, isProven: false, isEarlier: false } : undefined
  }

  /** What the server answers as the chain of an earlier generation. */
  #unprovenOf(userId: string, generation: number): Promise<Chain | undefined> {
    const name = `${userId} ${generation}`
    const asking = this.#unproven.get(name) ?? fetchChain(this.#ports.call, { userId, generation }).then((found) => found?.chain)
    this.#unproven.set(name, asking)
    asking.catch(() => this.#unproven.delete(name))
    return asking
  }

  async #pinned(userId: string, at: ListHead): Promise<{ chain: Chain; isProven: true; isEarlier: boolean } | undefined> {
    const known = await this.of(userId)
    const chain = known && [known.chain, ...known.earlier].find((one) => one.generation === at.generation && contains(one, at))
    return chain && { chain, isProven: true, isEarlier: chain !== known.chain }
  }

  /**
   * Returns the chain of the same person that has this head, and its number there. Fetches newer lists, and includes other
   * branches.
   */
  async withHead(chain: Chain, head: string): Promise<{ chain: Chain; number: number } | undefined> {
    const among = (chains: readonly (Chain | null | undefined)[]) => {
      for (const one of chains) {
        const number = one ? one.hashes.indexOf(head) : -1
        if (one && number >= 0) return { chain: one, number }
      }
      return undefined
    }
    const known = await this.of(chain.userId)
    const found = among([chain, known?.chain, known?.fork])
    if (found || !known) return found
    const { generation, number } = known.chain
    // Fetches the server's newest list, since this browser does not have this one.
    await this.#syncOnce({ userId: chain.userId, generation, number: number + 1, head })
    const now = await this.of(chain.userId)
    return among([now?.chain, now?.fork])
  }

  /**
   * Returns true if this was ever a device of the person, false if only unpinned lists from before the person started over say so,
   * and undefined if none does.
   */
  async isProvenDevice(userId: string, deviceId: string, isSynced = false): Promise<boolean | undefined> {
    const known = await this.of(userId)
    if (known && [known.chain, ...known.earlier].some(({ devices }) => devices.has(deviceId))) return true
    if ((await this.#storage().pins(userId))[deviceId] !== undefined) return true
    const newest = known?.chain.generation ?? 0
    for (let back = 1; back <= Math.min(newest, mostEarlier); back++)
      if ((await this.#unprovenOf(userId, newest - back))?.devices.has(deviceId)) return false
    // The lists of a person who has left come with no status.
    return isSynced || !(await this.#syncNewest(userId)) ? undefined : this.isProvenDevice(userId, deviceId, true)
  }

  /** Returns the keys of a device that a chain trusts at this number. */
  async trusted(chain: Chain, deviceId: string, number: number): Promise<Member | undefined> {
    const device = chain.devices.get(deviceId)
    if (!device || !isTrustedAt(chain, deviceId, number)) return undefined
    return this.member(chain.userId, device)
  }

  async member(userId: string, device: ChainDevice): Promise<Member | undefined> {
    const known = this.#imported.get(device.fingerprint) ?? knownDeviceOf(device).catch(() => undefined)
    this.#imported.set(device.fingerprint, known)
    const imported = await known
    return imported && { ...imported, userId }
  }

  /** Returns a device from before signed lists that this browser pinned then; undefined for any other. */
  async pinnedBefore({ userId, deviceId, publicKeyPem, signingKeyPem }: PublicDevice): Promise<Member | undefined> {
    const pins = await this.#storage().pins(userId)
    if (pins[deviceId] === undefined) return undefined
    const name = `${deviceId} ${publicKeyPem} ${signingKeyPem}`
    const importing = this.#imported.get(name) ?? publicDeviceOf({ publicKeyPem, signingKeyPem }).catch(() => undefined)
    this.#imported.set(name, importing)
    const device = await importing
    return device?.deviceId === deviceId && pins[deviceId] === device.fingerprint ? { ...device, userId } : undefined
  }

  /** Returns the devices that keys are encrypted for: those that every branch of the person trusts. */
  async current(userId: string): Promise<ChainDevice[]> {
    const known = await this.of(userId)
    if (!known) return []
    const { chain, fork } = known
    return trustedNow(chain).filter(({ deviceId }) => !fork || isTrustedAt(fork, deviceId, fork.number))
  }

  /** Discards the cache after another tab or the trust book has changed the stored data. */
  reload(): void {
    this.#changes++
    this.#known.clear()
  }

  forget(): void {
    this.#known.clear()
    this.#imported.clear()
    this.#syncing.clear()
    this.#unproven.clear()
  }
}
