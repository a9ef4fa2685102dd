import { CallError } from '#web/api/callError.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import type { EarlierKey, EncryptionStatus } from '../../encryption.shapes.contract.ts'
import { membersHash, unwrap, unwrapShared } from '../crypto/conversationKey.ts'
import type { BelievedDevice, People } from './people.ts'
import type { EncryptionPorts } from './ports.ts'
import type { Remembered } from './storage.ts'
import type { ThisDevice } from './thisDevice.ts'

/** Whose keys open the wraps, and where is kept what is known of conversations. */
type Opening = Pick<ThisDevice, 'keys' | 'storage'>
type Needs = { id: string; ports: EncryptionPorts; device: Opening; people: People }

/** A status that was fetched, with the devices in it that are believed. */
export type Loaded = EncryptionStatus & { believed: ReadonlyMap<string, BelievedDevice> }

const empty: Remembered = {
  highestVersion: 0,
  encryptedFrom: Number.MAX_SAFE_INTEGER,
  toldDevices: {},
  verifiedNumber: null,
  revisions: {},
}

/**
 * The keys of one conversation as this browser can open them. A key is taken only with the signature of a believed device: of
 * a member for its version, or of another device of one's own that shared it.
 */
export class ConversationKeys {
  readonly id: string
  readonly #needs: Needs
  readonly #keys = new Map<number, Promise<CryptoKey | undefined>>()
  readonly #authors = new Map<string, Promise<BelievedDevice | undefined>>()
  #loaded: Loaded | undefined
  #loading: Promise<Loaded> | undefined
  #remembered: Remembered | undefined

  constructor(needs: Needs) {
    this.id = needs.id
    this.#needs = needs
  }

  /** What was fetched last. */
  get loaded(): Loaded | undefined {
    return this.#loaded
  }

  /** What is fetched is fetched again before it is used next. */
  invalidate(): void {
    this.#loaded = undefined
    this.#loading = undefined
    this.#keys.clear()
  }

  /** The status of now; rejects with the `CallError` where it cannot be fetched. */
  load(): Promise<Loaded> {
    if (this.#loaded) return Promise.resolve(this.#loaded)
    if (this.#loading) return this.#loading
    const loading: Promise<Loaded> = this.#fetch().finally(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
    this.#loading = loading
    return loading
  }

  async #fetch(): Promise<Loaded> {
    const { ports, device } = this.#needs
    const query = device.keys ? { device: device.keys.deviceId } : {}
    return this.take(await ports.call(encryptionApi.status, { params: { id: this.id }, query }))
  }

  /** Takes a status that has come. */
  async take(status: EncryptionStatus): Promise<Loaded> {
    const believed = await this.#needs.people.believe(status.devices)
    const loaded = { ...status, believed }
    this.#loaded = loaded
    this.#keys.clear()
    if (status.enabled && !(await this.remembered())) await this.remember((before) => before)
    return loaded
  }

  async remembered(): Promise<Remembered | undefined> {
    this.#remembered ??= await this.#needs.device.storage.conversation(this.id)
    return this.#remembered
  }

  /** From the first time on the conversation is encrypted, for good. */
  async remember(change: (before: Remembered) => Remembered): Promise<Remembered> {
    this.#remembered = await this.#needs.device.storage.updateConversation(this.id, (before) => change(before ?? empty))
    return this.#remembered
  }

  /** The key of a version, or undefined where this browser has none that it may believe. */
  keyOf(keyVersion: number): Promise<CryptoKey | undefined> {
    const known = this.#keys.get(keyVersion)
    if (known) return known
    const opening = this.#open(keyVersion, false).then(async (key) => {
      if (key) await this.remember((before) => ({ ...before, highestVersion: Math.max(before.highestVersion, keyVersion) }))
      return key
    })
    this.#keys.set(keyVersion, opening)
    return opening
  }

  /** The same, to be shared with another device of one's own, and never kept. */
  sharableKeyOf(keyVersion: number): Promise<CryptoKey | undefined> {
    return this.#open(keyVersion, true)
  }

  async #open(keyVersion: number, extractable: boolean): Promise<CryptoKey | undefined> {
    const { device } = this.#needs
    const status = await this.load()
    const wrap = await this.#wrapOf(status, keyVersion)
    if (!wrap || !device.keys) return undefined
    const opening = { ...wrap, conversation: this.id, device: device.keys, extractable }
    try {
      if (wrap.sharedBy !== null) {
        const by = await this.#ownDevice(wrap.sharedBy)
        return by && (await unwrapShared({ ...opening, by }))
      }
      const by = wrap.byDevice === null ? undefined : await this.authorOf(wrap.byDevice)
      return by && wrap.membersHash !== null ? await unwrap({ ...opening, by, membersHash: wrap.membersHash }) : undefined
    } catch (error) {
      if (error instanceof CallError) throw error
      return undefined
    }
  }

  async #wrapOf(status: Loaded, keyVersion: number): Promise<EarlierKey | undefined> {
    if (keyVersion !== status.keyVersion) return status.previous.find((one) => one.keyVersion === keyVersion)
    const { wrappedKey, signature, byDevice, sharedBy, members } = status
    if (wrappedKey === null || signature === null) return undefined
    return { keyVersion, wrappedKey, signature, byDevice, sharedBy, membersHash: await membersHash(members) }
  }

  async #ownDevice(deviceId: string): Promise<BelievedDevice | undefined> {
    const by = await this.authorOf(deviceId)
    return by?.userId === this.#needs.ports.me._id ? by : undefined
  }

  /** A device that wrote here or made a key, removed ones too; undefined where it is not believed. */
  authorOf(deviceId: string): Promise<BelievedDevice | undefined> {
    const current = this.#loaded?.believed.get(deviceId)
    if (current) return Promise.resolve(current)
    const known = this.#authors.get(deviceId)
    if (known) return known
    const asking = this.#ask(deviceId)
    this.#authors.set(deviceId, asking)
    asking.catch(() => this.#authors.delete(deviceId))
    return asking
  }

  async #ask(deviceId: string): Promise<BelievedDevice | undefined> {
    const { ports, people } = this.#needs
    const { items } = await ports.call(encryptionApi.knownDevices, { params: { id: this.id }, query: { ids: deviceId } as never })
    return (await people.believe(items.filter((device) => device.deviceId === deviceId))).get(deviceId)
  }
}
