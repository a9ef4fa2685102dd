import { CallError } from '#web/api/callError.ts'
import { isConnectionError } from '#web/api/connection.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import type { EarlierKey, EncryptionStatus, PublicDevice, VersionHeader, VersionMember } from '../../encryption.shapes.contract.ts'
import { membersHash, unwrap, unwrapShared } from '../crypto/conversationKey.ts'
import { isHeaderSigned, unwrapSharedWithHeader, unwrapWithHeader, versionHash } from '../crypto/keyVersion.ts'
import { Batches } from './batches.ts'
import type { PinnedPeople } from './coverage.ts'
import type { Member, People } from './people.ts'
import type { EncryptionPorts, KeptKeys } from './ports.ts'
import { nothingRemembered, type Remembered } from './storage.ts'
import type { ThisDevice } from './thisDevice.ts'

/*
 * An attacker who is the server
 * - distributes a key of its own: a version needs a header signed by a member's trusted device (`#verify`), and a key with
 *   the hash that the header names;
 * - names other people as the members of a private chat, or turns it into a group: both are pinned (`#isPinnedKind`);
 * - returns to keys without headers: after one with a header was seen, none without is used for sending (encryptMessage.ts).
 * An attacker who writes to this device's storage is no stronger: what is kept for the time without a connection is verified like a
 * response, and is never used for sending (`current`).
 */

/** The keys that open the wraps, and the storage of what is known about conversations. */
type Opening = Pick<ThisDevice, 'keys' | 'storage'>
type Needs = { id: string; ports: EncryptionPorts; device: Opening; people: People }

/** A key version whose header is signed by a device of one of its members. */
export type Version = { keyVersion: number; hash: string; header: VersionHeader }

export const memberIn = ({ header }: Version, userId: string): VersionMember | undefined =>
  header.members.find((member) => member.userId === userId)

/** What this browser knows about one conversation: its status, its key versions, and what it remembers. */
export class ConversationKeys {
  readonly id: string
  readonly #needs: Needs
  readonly #keys = new Map<number, Promise<CryptoKey | undefined>>()
  readonly #versions = new Map<number, Promise<Version | undefined>>()
  readonly #authors = new Map<string, Promise<Member | undefined>>()
  readonly #headers: Batches<number, VersionHeader>
  #loaded: EncryptionStatus | undefined
  #isKept = false
  #loading: Promise<EncryptionStatus> | undefined
  #remembered: Remembered | undefined
  #shown: PinnedPeople | undefined
  #isContradicted = false

  constructor(needs: Needs) {
    this.id = needs.id
    this.#needs = needs
    this.#headers = new Batches((numbers) => this.#fetchHeaders(numbers))
  }

  /** The most recently fetched status. */
  get loaded(): EncryptionStatus | undefined {
    return this.#loaded
  }

  /** Fetches the status again before it is used next. */
  invalidate(): void {
    this.#loaded = undefined
    this.#loading = undefined
    this.#keys.clear()
    this.#versions.clear()
    this.#authors.clear()
  }

  /** True if the status in use was kept on this device, because there was no connection. */
  get isKept(): boolean {
    return this.#isKept && this.#loaded !== undefined
  }

  /** Returns the current status, or the kept one without a connection; rejects with the `CallError` if there is neither. */
  load(): Promise<EncryptionStatus> {
    if (this.#loaded) return Promise.resolve(this.#loaded)
    if (this.#loading) return this.#loading
    const loading: Promise<EncryptionStatus> = this.#fetchOrRead().finally(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
    this.#loading = loading
    return loading
  }

  /** Returns the current status, and never a kept one. */
  async current(): Promise<EncryptionStatus> {
    return this.#loaded && !this.#isKept ? this.#loaded : this.#fetch()
  }

  async #fetch(): Promise<EncryptionStatus> {
    const { ports, device } = this.#needs
    const query = device.keys ? { device: device.keys.deviceId } : {}
    return this.take(await ports.call(encryptionApi.status, { params: { id: this.id }, query }))
  }

  async #fetchOrRead(): Promise<EncryptionStatus> {
    try {
      return await this.#fetch()
    } catch (error) {
      const newest = (await this.#readKept(error))?.status?.newest
      if (!newest) throw error
      this.#use(newest)
      this.#isKept = true
      return newest
    }
  }

  /** Returns what this device has kept, if there is no connection. */
  async #readKept(error: unknown): Promise<KeptKeys | undefined> {
    return isConnectionError(error) ? this.#needs.ports.kept?.read(this.id).catch(() => undefined) : undefined
  }

  #use(status: EncryptionStatus): void {
    this.#loaded = status
    this.#isKept = false
    this.#keys.clear()
    this.#versions.clear()
  }

  /** Stores a received status, and updates the members' device lists to match it. */
  async take(status: EncryptionStatus): Promise<EncryptionStatus> {
    // An unencrypted conversation needs no lists.
    if (status.enabled || (await this.remembered())) await this.#needs.people.sync(status.heads, this.id)
    this.#use(status)
    if (status.enabled) this.#needs.ports.kept?.store(this.id, { status: { newest: status } })
    if (status.enabled && !(await this.remembered())) await this.remember((before) => before)
    await this.#pinKind(status)
    return status
  }

  /** True if the server has shown this conversation with other people, or of another kind, than the pinned ones. */
  get isContradicted(): boolean {
    return this.#isContradicted
  }

  /** Pins the kind and people that a screen shows at first sight, and compares them afterwards. */
  async noteShown(kind: 'private' | 'group', userIds: readonly string[]): Promise<void> {
    const shown = this.#peopleOf(kind, userIds)
    if (shown) this.#shown = shown
    const known = await this.remembered()
    if (!known) return
    if (known.kind !== null) this.#isContradicted = known.kind !== kind || userIds.some((id) => known.users?.includes(id) === false)
    else if (shown) await this.remember((before) => ({ ...before, ...shown }))
  }

  /** Returns the kind of the conversation, and the people of a private one, as first seen. */
  async pinned(): Promise<PinnedPeople | undefined> {
    const known = await this.remembered()
    return known && known.kind !== null ? known : this.#shown
  }

  #peopleOf(kind: 'private' | 'group', userIds: readonly string[]): PinnedPeople | undefined {
    if (kind === 'group') return { kind, users: null }
    const isPair = userIds.length === 2 && userIds.includes(this.#needs.ports.me._id)
    return isPair ? { kind, users: userIds.toSorted() } : undefined
  }

  /** If no screen has shown the conversation yet, the server's response is the first sight. */
  async #pinKind({ kind, memberIds }: Pick<EncryptionStatus, 'kind' | 'memberIds'>): Promise<void> {
    const known = await this.remembered()
    const people = this.#shown ?? this.#peopleOf(kind, memberIds)
    if (known?.kind === null && people) await this.remember((before) => ({ ...before, ...people }))
  }

  async remembered(): Promise<Remembered | undefined> {
    this.#remembered ??= await this.#needs.device.storage.conversation(this.id)
    return this.#remembered
  }

  /** Updates what is remembered. From the first call on, the conversation counts as encrypted for good. */
  async remember(change: (before: Remembered) => Remembered): Promise<Remembered> {
    this.#remembered = await this.#needs.device.storage.updateConversation(this.id, (before) => change(before ?? nothingRemembered))
    return this.#remembered
  }

  /** Returns a version with a valid header, or undefined if it has none. */
  version(keyVersion: number): Promise<Version | undefined> {
    const known = this.#versions.get(keyVersion)
    if (known) return known
    const verifying = this.#verify(keyVersion)
    this.#versions.set(keyVersion, verifying)
    verifying.catch(() => this.#versions.delete(keyVersion))
    return verifying
  }

  async #verify(keyVersion: number): Promise<Version | undefined> {
    const status = await this.load()
    const header = keyVersion === status.keyVersion ? status.header : await this.#headers.get(keyVersion)
    if (!header || !(await this.#isPinnedKind(header))) return undefined
    const place = { conversation: this.id, keyVersion }
    const maker = header.members.find(({ userId }) => userId === header.byUser)
    const by = maker && (await this.#makerOf(header, maker))
    if (!by || !(await isHeaderSigned(place, header, by))) return undefined
    const hash = await versionHash(place, header)
    await this.#noteVersion(header)
    return { keyVersion, hash, header }
  }

  async #makerOf({ byDevice }: VersionHeader, { userId, generation, number, head, deviceIds }: VersionMember): Promise<Member | undefined> {
    if (!deviceIds.includes(byDevice) || head === null) return undefined
    const found = await this.#needs.people.find(userId, { generation, number, head })
    return found && this.#needs.people.trusted(found.chain, byDevice, number)
  }

  async #isPinnedKind({ kind, members }: VersionHeader): Promise<boolean> {
    const known = await this.pinned()
    if (!known) return true
    if (kind !== known.kind) return false
    return known.users === null || members.every(({ userId }) => known.users?.includes(userId))
  }

  async #noteVersion({ encryptedFrom }: VersionHeader): Promise<void> {
    const known = await this.remembered()
    if (known?.isSigned && known.encryptedFrom <= encryptedFrom) return
    await this.remember((before) => ({ ...before, isSigned: true, encryptedFrom: Math.min(before.encryptedFrom, encryptedFrom) }))
  }

  async #fetchHeaders(numbers: readonly number[]): Promise<Map<number, VersionHeader>> {
    const query = { numbers: numbers.join(',') as never }
    const { call, kept } = this.#needs.ports
    try {
      const { items } = await call(encryptionApi.versions, { params: { id: this.id }, query })
      const headers = new Map(items.flatMap(({ keyVersion, header }) => (header ? [[keyVersion, header]] : [])))
      kept?.store(this.id, { headers: Object.fromEntries(headers) })
      return headers
    } catch (error) {
      const headers = (await this.#readKept(error))?.headers
      if (!headers) throw error
      return new Map(Object.entries(headers).map(([keyVersion, header]) => [Number(keyVersion), header]))
    }
  }

  /** Returns the key of a version, or undefined if this browser has none that it can trust. */
  keyOf(keyVersion: number): Promise<CryptoKey | undefined> {
    const known = this.#keys.get(keyVersion)
    if (known) return known
    const opening = this.#open(keyVersion, false).then(async (key) => {
      if (key && ((await this.remembered())?.highestVersion ?? 0) < keyVersion)
        await this.remember((before) => ({ ...before, highestVersion: Math.max(before.highestVersion, keyVersion) }))
      return key
    })
    this.#keys.set(keyVersion, opening)
    opening.catch(() => this.#keys.delete(keyVersion))
    return opening
  }

  /** Returns the key in a form that can be shared with another own device. Never cached. */
  sharableKeyOf(keyVersion: number): Promise<CryptoKey | undefined> {
    return this.#open(keyVersion, true)
  }

  /** Returns why this browser has no key of a version, based on its signed header. */
  async whyNoKey(version: Version): Promise<'noKey' | 'startedOver' | 'notMember'> {
    const { people, ports } = this.#needs
    const member = memberIn(version, ports.me._id)
    if (!member) return 'notMember'
    const own = await people.of(ports.me._id)
    return own && member.generation < own.chain.generation ? 'startedOver' : 'noKey'
  }

  /**
   * Returns the same for a version from before signed device lists, which names no lists: only a person's first list continued
   * them.
   */
  async whyNoKeyBefore(): Promise<'noKey' | 'startedOver'> {
    const { people, ports } = this.#needs
    const own = await people.of(ports.me._id)
    return own && own.chain.generation > 0 ? 'startedOver' : 'noKey'
  }

  async #open(keyVersion: number, extractable: boolean): Promise<CryptoKey | undefined> {
    const { device } = this.#needs
    const status = await this.load()
    const wrap = await this.#wrapOf(status, keyVersion)
    if (!wrap || !device.keys) return undefined
    const opening = { ...wrap, conversation: this.id, device: device.keys, extractable }
    const version = await this.version(keyVersion)
    try {
      return version ? await this.#unwrapSigned(opening, version) : await this.#unwrapBefore(opening)
    } catch (error) {
      if (error instanceof CallError) throw error
      return undefined
    }
  }

  async #unwrapSigned(wrap: Wrapped, { hash, header }: Version): Promise<CryptoKey | undefined> {
    const keyHash = header.keyHash
    if (wrap.sharedBy !== null) {
      const by = await this.#ownDevice(wrap.sharedBy)
      return by && unwrapSharedWithHeader({ ...wrap, hash, keyHash, by })
    }
    const maker = header.members.find(({ userId }) => userId === header.byUser)
    const by = maker && (await this.#makerOf(header, maker))
    return by && unwrapWithHeader({ ...wrap, hash, keyHash, by })
  }

  /** Unwraps a version from before signed device lists, from a device that was pinned then. */
  async #unwrapBefore(wrap: Wrapped): Promise<CryptoKey | undefined> {
    if (wrap.sharedBy !== null) {
      const by = (await this.#ownDevice(wrap.sharedBy)) ?? (await this.authorBefore(wrap.sharedBy))
      return by?.userId === this.#needs.ports.me._id ? unwrapShared({ ...wrap, by }) : undefined
    }
    const by = wrap.byDevice === null ? undefined : await this.authorBefore(wrap.byDevice)
    return by && wrap.membersHash !== null ? unwrap({ ...wrap, by, membersHash: wrap.membersHash }) : undefined
  }

  async #wrapOf(status: EncryptionStatus, keyVersion: number): Promise<EarlierKey | undefined> {
    if (keyVersion !== status.keyVersion) return status.previous.find((one) => one.keyVersion === keyVersion)
    const { wrappedKey, signature, byDevice, sharedBy, members } = status
    if (wrappedKey === null || signature === null) return undefined
    return { keyVersion, wrappedKey, signature, byDevice, sharedBy, membersHash: await membersHash(members) }
  }

  /** Returns a device that was ever in one's own chain. Keys it shares are checked against the hash in the header. */
  async #ownDevice(deviceId: string): Promise<Member | undefined> {
    const { people, ports } = this.#needs
    const own = await people.of(ports.me._id)
    const device = own && [own.chain, ...own.earlier].map(({ devices }) => devices.get(deviceId)).find((one) => one !== undefined)
    return device && people.member(ports.me._id, device)
  }

  /** Returns a device that wrote, or created a key, before signed device lists; undefined unless this browser pinned it then. */
  authorBefore(deviceId: string): Promise<Member | undefined> {
    const known = this.#authors.get(deviceId)
    if (known) return known
    const asking = this.#askBefore(deviceId)
    this.#authors.set(deviceId, asking)
    asking.catch(() => this.#authors.delete(deviceId))
    return asking
  }

  async #askBefore(deviceId: string): Promise<Member | undefined> {
    const { people } = this.#needs
    const current = this.#loaded?.devices.find((device) => device.deviceId === deviceId)
    if (current) return people.pinnedBefore(current)
    const device = await this.#fetchBefore(deviceId)
    return device && people.pinnedBefore(device)
  }

  async #fetchBefore(deviceId: string): Promise<PublicDevice | undefined> {
    const { call, kept } = this.#needs.ports
    try {
      const { items } = await call(encryptionApi.knownDevices, { params: { id: this.id }, query: { ids: deviceId } as never })
      const device = items.find((one) => one.deviceId === deviceId)
      if (device) kept?.store(this.id, { devices: { [deviceId]: device } })
      return device
    } catch (error) {
      const device = (await this.#readKept(error))?.devices?.[deviceId]
      if (!device) throw error
      return device
    }
  }
}

type Wrapped = EarlierKey & { conversation: string; device: NonNullable<Opening['keys']>; extractable: boolean }
