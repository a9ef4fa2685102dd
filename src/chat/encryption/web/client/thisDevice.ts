import { CallError } from '#web/api/callError.ts'
import { makeStore, type Settable } from '#web/api/store.ts'
import { type Chain, isTrustedAt } from '../../encryption.chain.policy.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import type { OwnDevice, SignedList } from '../../encryption.shapes.contract.ts'
import type { ListPin } from '../../encryption.trustBook.contract.ts'
import { canEncrypt } from '../crypto/canEncrypt.ts'
import { type DeviceKeys, makeDevice } from '../crypto/device.ts'
import { consentTo } from '../crypto/deviceList.ts'
import { type DeviceState, SetUpFirstError } from '../encryption.ts'
import { isIn, type People } from './people.ts'
import type { EncryptionPorts } from './ports.ts'
import { type EncryptionStorage, memoryStorage } from './storage.ts'

/*
 * An attacker
 * - is the server, and claims that this device is unknown, taken or removed: no response deletes a key (`#settle`);
 * - is the server, and adds this new browser to a chain of its own: it only becomes a device in the chain whose code the person
 *   compared on both screens (`confirm`), or that the recovery code vouches for;
 * - uses a computer after another person: opening a page creates no key, and the recovery device stores nothing (`becomeRecovery`).
 */

const firstWaitMs = 2_000
const longestWaitMs = 60_000

type Own = { chain: Chain; lists: readonly SignedList[] }

/** The state of this browser for the person, and its storage. */
export class ThisDevice {
  readonly state: Settable<DeviceState> = makeStore<DeviceState>('unknown')
  readonly id: Settable<string | null> = makeStore<string | null>(null)
  readonly isPersistent: Settable<boolean | null> = makeStore<boolean | null>(null)
  readonly #ports: EncryptionPorts
  readonly #people: () => People
  #keys: DeviceKeys | undefined
  #storage: EncryptionStorage = memoryStorage()
  #opening: Promise<void> | undefined
  readonly #remembers = Promise.withResolvers<void>()
  #cancel: () => void = () => {}

  constructor(ports: EncryptionPorts, people: () => People) {
    this.#ports = ports
    this.#people = people
  }

  /** The keys of this browser, if it can read something, or of the recovery device. */
  get keys(): DeviceKeys | undefined {
    return this.#keys
  }

  get storage(): EncryptionStorage {
    return this.#storage
  }

  /** True if this browser may write: it is a device in the person's list, or the recovery device. */
  get mayWrite(): boolean {
    return this.#keys !== undefined && ['ready', 'recovery'].includes(this.state.get())
  }

  /** Resolves once the state of this browser is known, as far as the network allows. */
  start(): Promise<void> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  /** Resolves once the stored data about conversations can be read, regardless of the network. */
  remembers(): Promise<void> {
    void this.start()
    return this.#remembers.promise
  }

  async #open(): Promise<void> {
    try {
      if (!canEncrypt()) return this.state.set('unavailable')
      this.#storage = await this.#ports.openStorage()
      const kept = await this.#storage.device()
      const own = kept && (await this.#people().of(this.#ports.me._id))
      // Stored keys can decrypt at once, even offline.
      if (kept && own && isListed(own.chain, kept)) this.#be(kept, 'ready')
      else if (kept && (!own || (await this.#isWaiting()))) this.#be(kept, await this.#stateBefore())
    } catch {
      return this.state.set('unavailable')
    } finally {
      this.#remembers.resolve()
    }
    await this.#settle(firstWaitMs)
  }

  /** Returns the state of a device without a list: one of version 1, or one that waits. */
  async #stateBefore(): Promise<DeviceState> {
    return (await this.#isWaiting()) ? 'pending' : 'outdated'
  }

  async #isWaiting(): Promise<boolean> {
    return (await this.#storage.own()).pending !== null
  }

  /** Fetches the person's state from the server, and retries until there is a response. */
  async #settle(waitMs: number): Promise<void> {
    try {
      this.#say(await this.#settled())
      if (this.state.get() === 'ready') await this.#persist()
    } catch {
      this.#cancel = this.#ports.after(waitMs, () => void this.#settle(Math.min(longestWaitMs, waitMs * 2)))
    }
  }

  #say(state: DeviceState): void {
    if (state === 'none' || state === 'unset') this.id.set(null)
    this.state.set(state)
  }

  async #settled(): Promise<DeviceState> {
    const { me } = this.#ports
    const kept = await this.#storage.device()
    const before = await this.#people().of(me._id)
    const found = await this.#people().syncOwn()
    const own = await this.#people().of(me._id)
    if (kept && own && isListed(own.chain, kept) && !hasStartedOver(own, found)) {
      await this.register(kept)
      return 'ready'
    }
    if (kept && (await this.#isWaiting())) return 'pending'
    if (kept && own) return this.#left(kept, own)
    if (kept && !before && !found) return 'outdated'
    if (found) return 'none'
    return (await this.ownDevices()).length > 0 ? 'none' : 'unset'
  }

  /** Returns the remaining state of a device that was removed, or whose person has started over elsewhere. */
  async #left(kept: DeviceKeys, { chain }: Own): Promise<DeviceState> {
    if (!isListed(chain, kept)) return 'none'
    // The server deletes devices that it has not seen for long.
    await this.register(kept)
    return 'startedOver'
  }

  /**
   * Records the server's report that the person has started over in another browser: this one asks about that, and keeps its
   * data.
   */
  noteStartedOver(): void {
    if (this.state.get() === 'ready') this.#say('startedOver')
  }

  /** Ends this device if another own device has removed it or replaced its recovery code. The browser's stored data stay. */
  noteOwnChain(chain: Chain): void {
    if (['ready', 'recovery', 'startedOver'].includes(this.state.get()) && this.#keys && !isListed(chain, this.#keys)) this.#say('none')
  }

  /** Records that another browser was the first to set up encryption. */
  noteSetUpElsewhere(): void {
    this.#say('none')
  }

  #be(keys: DeviceKeys, state: DeviceState): void {
    this.#keys = keys
    this.id.set(keys.deviceId)
    this.state.set(state)
  }

  async #persist(): Promise<void> {
    this.isPersistent.set(await this.#ports.persist().catch(() => false))
  }

  register(keys: DeviceKeys, consent?: { generation: number; previous: string; signature: string }): Promise<OwnDevice> {
    const { publicKeyPem, signingKeyPem } = keys
    const body = { publicKeyPem, signingKeyPem, deviceName: this.#ports.deviceName(), ...(consent && { consent }) }
    return this.#ports.call(encryptionApi.registerDevice, { body })
  }

  /** Returns all of the person's devices on the server, including this browser. */
  async ownDevices(): Promise<OwnDevice[]> {
    return (await this.#ports.call(encryptionApi.devices)).items
  }

  /**
   * Returns the keys of this browser, creating them if there are none that can be used. If several tabs do so, the first one's
   * are stored.
   */
  async ownKeys(): Promise<DeviceKeys> {
    const kept = await this.#storage.device()
    const own = kept && (await this.#people().of(this.#ports.me._id))
    const isGone = kept !== undefined && own?.chain.devices.get(kept.deviceId)?.revokedAt != null
    if (kept && !isGone) return kept
    const made = await makeDevice({ extractable: false })
    if (!isGone) return this.#storage.addDevice(made)
    await this.#storage.replaceDevice(made)
    return made
  }

  /** Makes this browser a device after its chain was pinned. */
  async becomeReady(keys: DeviceKeys): Promise<void> {
    await this.#storage.updateOwn((own) => ({ ...own, pending: null }))
    this.#be(keys, 'ready')
    await this.#persist()
  }

  /** Registers this browser to be added by another device, after the server's newest list. */
  async ask(): Promise<void> {
    const found = await this.#people().newest(this.#ports.me._id)
    if (!found) throw new SetUpFirstError()
    const keys = await this.ownKeys()
    await this.#consent(keys, found.chain)
    this.#be(keys, 'pending')
  }

  async #consent(keys: DeviceKeys, { userId, generation, root, head, number }: Chain): Promise<void> {
    await this.#storage.updateOwn((own) => ({ ...own, pending: { generation, root, number, head } }))
    await this.register(keys, { generation, previous: head, signature: await consentTo({ userId, root, previous: head }, keys) })
  }

  /** Returns the list after which this browser has asked to be added. */
  async asked(): Promise<{ keys: DeviceKeys; asked: ListPin }> {
    const keys = await this.#storage.device()
    const asked = (await this.#storage.own()).pending
    if (!keys || !asked) throw new Error('This browser waits for nothing')
    return { keys, asked }
  }

  /** Returns the same, and asks again if there is a newer list. */
  async pending(): Promise<{ keys: DeviceKeys; root: string; head: string }> {
    const { keys, asked } = await this.asked()
    const found = await this.#people().newest(this.#ports.me._id)
    const isMoved = found && !isListed(found.chain, keys) && found.chain.head !== asked.head
    if (isMoved) await this.#consent(keys, found.chain)
    return { keys, ...(isMoved ? found.chain : asked) }
  }

  /**
   * Pins the chain after whose list `asked` both screens showed the same code, if it includes this browser. Returns whether it
   * does.
   */
  async confirm({ keys, asked }: { keys: DeviceKeys; asked: ListPin }): Promise<boolean> {
    const found = await this.#people().newest(this.#ports.me._id)
    if (!found || !isIn(found.chain, asked) || !isListed(found.chain, keys)) return false
    await this.#pinOwn(found)
    await this.becomeReady(keys)
    return true
  }

  #pinOwn({ chain, lists }: Own): Promise<void> {
    return this.#people().pin(this.#ports.me._id, chain, lists)
  }

  /** Pins the server's chain if it continues the list that the recovery code vouches for. */
  async pinVouched(vouched: { root: string; generation: number; number: number; head: string }): Promise<boolean> {
    const found = await this.#people().newest(this.#ports.me._id)
    if (!found || !isIn(found.chain, vouched)) return false
    await this.#pinOwn(found)
    return true
  }

  /** Makes this page the recovery device, which stores nothing. */
  becomeRecovery(keys: DeviceKeys): void {
    this.#cancel()
    this.#be(keys, 'recovery')
  }

  /** From this call on, all data end with the page. Stored data of a browser that has no keys are deleted. */
  async keepNothing(): Promise<void> {
    const stored = this.#storage
    this.#storage = memoryStorage()
    if (await stored.device()) stored.close()
    else await stored.wipe()
  }

  async wipe(remove: (keys: DeviceKeys) => Promise<void>): Promise<void> {
    const keys = this.#keys
    const isOwn = this.state.get() !== 'recovery'
    if (keys && isOwn) await remove(keys)
    this.#keys = undefined
    await this.#storage.wipe()
    this.id.set(null)
    this.state.set('none')
  }

  close(): void {
    this.#cancel()
    this.#keys = undefined
    this.#storage.close()
  }
}

/** Returns whether the server shows a chain of the person that starts again. */
const hasStartedOver = (own: Own, found: Own | undefined): boolean =>
  found !== undefined && found.chain.generation >= own.chain.generation && found.chain.root !== own.chain.root

/** Returns whether the chain trusts exactly these keys: an id only identifies the wrapping key. */
export const isListed = (chain: Chain, { deviceId, fingerprint }: DeviceKeys): boolean =>
  isTrustedAt(chain, deviceId, chain.number) && chain.devices.get(deviceId)?.fingerprint === fingerprint

export const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof CallError && error.status === 404)) throw error
}
