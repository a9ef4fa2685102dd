import { CallError } from '#web/api/callError.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import type { EarlierKey, EncryptionStatus, VersionHeader, VersionMember } from '../../encryption.shapes.contract.ts'
import { membersHash, unwrap, unwrapShared } from '../crypto/conversationKey.ts'
import { isHeaderSigned, unwrapSharedWithHeader, unwrapWithHeader, versionHash } from '../crypto/keyVersion.ts'
import { Batches } from './batches.ts'
import type { PinnedPeople } from './coverage.ts'
import type { Member, People } from './people.ts'
import type { EncryptionPorts } from './ports.ts'
import { nothingRemembered, type Remembered } from './storage.ts'
import type { ThisDevice } from './thisDevice.ts'

/*
 * An attacker who is the server
 * - hands out a key of its own: a version is taken with a header that a member's trusted device signed (`#verify`), and a key with
 *   the hash that the header names;
 * - names others as the members of a private chat, or makes a group of it: both are pinned (`#isPinnedKind`);
 * - goes back to keys without headers: once one with a header was seen, none without is used for sending (sealer.ts).
 */

/** Whose keys open the wraps, and where is kept what is known of conversations. */
type Opening = Pick<ThisDevice, 'keys' | 'storage'>
type Needs = { id: string; ports: EncryptionPorts; device: Opening; people: People }

/** A key version whose header is signed by a device of one of its members. */
export type Version = { keyVersion: number; hash: string; header: VersionHeader }

export const memberIn = ({ header }: Version, userId: string): VersionMember | undefined =>
  header.members.find((member) => member.userId === userId)

/** What this browser knows of one conversation: its status, its key versions, and what is remembered of it. */
export class ConversationKeys {
  readonly id: string
  readonly #needs: Needs
  readonly #keys = new Map<number, Promise<CryptoKey | undefined>>()
  readonly #versions = new Map<number, Promise<Version | undefined>>()
  readonly #authors = new Map<string, Promise<Member | undefined>>()
  readonly #headers: Batches<number, VersionHeader>
  #loaded: EncryptionStatus | undefined
  #loading: Promise<EncryptionStatus> | undefined
  #remembered: Remembered | undefined
  #shown: PinnedPeople | undefined
  #isContradicted = false

  constructor(needs: Needs) {
    this.id = needs.id
    this.#needs = needs
    this.#headers = new Batches((numbers) => this.#fetchHeaders(numbers))
  }

  /** What was fetched last. */
  get loaded(): EncryptionStatus | undefined {
    return this.#loaded
  }

  /** What is fetched is fetched again before it is used next. */
  invalidate(): void {
    this.#loaded = undefined
    this.#loading = undefined
    this.#keys.clear()
    this.#versions.clear()
    this.#authors.clear()
  }

  /** The current status; rejects with the `CallError` where it cannot be fetched. */
  load(): Promise<EncryptionStatus> {
    if (this.#loaded) return Promise.resolve(this.#loaded)
    if (this.#loading) return this.#loading
    const loading: Promise<EncryptionStatus> = this.#fetch().finally(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
    this.#loading = loading
    return loading
  }

  async #fetch(): Promise<EncryptionStatus> {
    const { ports, device } = this.#needs
    const query = device.keys ? { device: device.keys.deviceId } : {}
    return this.take(await ports.call(encryptionApi.status, { params: { id: this.id }, query }))
  }

  /** Takes a status that has come, and brings the members' device lists up to date with it. */
  async take(status: EncryptionStatus): Promise<EncryptionStatus> {
    // An open conversation asks for nobody's lists.
    if (status.enabled || (await this.remembered())) await this.#needs.people.sync(status.heads, this.id)
    this.#loaded = status
    this.#keys.clear()
    this.#versions.clear()
    if (status.enabled && !(await this.remembered())) await this.remember((before) => before)
    await this.#pinKind(status)
    return status
  }

  /** The server has shown this conversation with other people, or as of another kind, than it was pinned with. */
  get isContradicted(): boolean {
    return this.#isContradicted
  }

  /** What the screen shows the conversation as: pinned at first sight, and compared afterwards. */
  async noteShown(kind: 'private' | 'group', userIds: readonly string[]): Promise<void> {
    const shown = this.#peopleOf(kind, userIds)
    if (shown) this.#shown = shown
    const known = await this.remembered()
    if (!known) return
    if (known.kind !== null) this.#isContradicted = known.kind !== kind || userIds.some((id) => known.users?.includes(id) === false)
    else if (shown) await this.remember((before) => ({ ...before, ...shown }))
  }

  /** The kind of conversation and the people of a private one as they were first seen. */
  async pinned(): Promise<PinnedPeople | undefined> {
    const known = await this.remembered()
    return known && known.kind !== null ? known : this.#shown
  }

  #peopleOf(kind: 'private' | 'group', userIds: readonly string[]): PinnedPeople | undefined {
    if (kind === 'group') return { kind, users: null }
    const isPair = userIds.length === 2 && userIds.includes(this.#needs.ports.me._id)
    return isPair ? { kind, users: userIds.toSorted() } : undefined
  }

  /** Where no screen has shown the conversation yet, the server's word is the first sight. */
  async #pinKind({ kind, memberIds }: Pick<EncryptionStatus, 'kind' | 'memberIds'>): Promise<void> {
    const known = await this.remembered()
    const people = this.#shown ?? this.#peopleOf(kind, memberIds)
    if (known?.kind === null && people) await this.remember((before) => ({ ...before, ...people }))
  }

  async remembered(): Promise<Remembered | undefined> {
    this.#remembered ??= await this.#needs.device.storage.conversation(this.id)
    return this.#remembered
  }

  /** From the first time on the conversation is encrypted, for good. */
  async remember(change: (before: Remembered) => Remembered): Promise<Remembered> {
    this.#remembered = await this.#needs.device.storage.updateConversation(this.id, (before) => change(before ?? nothingRemembered))
    return this.#remembered
  }

  /** A version whose header holds, or undefined where it has none that does. */
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
    const { items } = await this.#needs.ports.call(encryptionApi.versions, { params: { id: this.id }, query })
    return new Map(items.flatMap(({ keyVersion, header }) => (header ? [[keyVersion, header]] : [])))
  }

  /** The key of a version, or undefined where this browser has none that it may believe. */
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

  /** The same, to be shared with another device of one's own, and never kept. */
  sharableKeyOf(keyVersion: number): Promise<CryptoKey | undefined> {
    return this.#open(keyVersion, true)
  }

  /** Why this browser has no key of a version, by its signed header. */
  async whyNoKey(version: Version): Promise<'noKey' | 'startedOver' | 'notMember'> {
    const { people, ports } = this.#needs
    const member = memberIn(version, ports.me._id)
    if (!member) return 'notMember'
    const own = await people.of(ports.me._id)
    return own && member.generation < own.chain.generation ? 'startedOver' : 'noKey'
  }

  /** The same for a version from before signed device lists, which names no lists: only a person's first list continued them. */
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

  /** A version from before signed device lists, by a device that was pinned then. */
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

  /** A device that was ever in one's own chain. What it shares is checked against the hash in the header. */
  async #ownDevice(deviceId: string): Promise<Member | undefined> {
    const { people, ports } = this.#needs
    const own = await people.of(ports.me._id)
    const device = own && [own.chain, ...own.earlier].map(({ devices }) => devices.get(deviceId)).find((one) => one !== undefined)
    return device && people.member(ports.me._id, device)
  }

  /** A device that wrote or made a key before signed device lists; undefined where this browser had not pinned it then. */
  authorBefore(deviceId: string): Promise<Member | undefined> {
    const known = this.#authors.get(deviceId)
    if (known) return known
    const asking = this.#askBefore(deviceId)
    this.#authors.set(deviceId, asking)
    asking.catch(() => this.#authors.delete(deviceId))
    return asking
  }

  async #askBefore(deviceId: string): Promise<Member | undefined> {
    const { ports, people } = this.#needs
    const current = this.#loaded?.devices.find((device) => device.deviceId === deviceId)
    if (current) return people.pinnedBefore(current)
    const { items } = await ports.call(encryptionApi.knownDevices, { params: { id: this.id }, query: { ids: deviceId } as never })
    const device = items.find((one) => one.deviceId === deviceId)
    return device && people.pinnedBefore(device)
  }
}

type Wrapped = EarlierKey & { conversation: string; device: NonNullable<Opening['keys']>; extractable: boolean }
