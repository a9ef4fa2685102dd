import { CallError } from '#web/api/callError.ts'
import { makeStore, type Settable } from '#web/api/store.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import type { OwnDevice } from '../../encryption.shapes.contract.ts'
import { canEncrypt } from '../crypto/canEncrypt.ts'
import { type DeviceKeys, makeDevice } from '../crypto/device.ts'
import type { DeviceState } from '../encryption.ts'
import type { EncryptionPorts } from './ports.ts'
import { type EncryptionStorage, memoryStorage } from './storage.ts'

const firstWaitMs = 2_000
const longestWaitMs = 60_000

/** What this browser is for the person, and where it keeps what it knows. */
export class ThisDevice {
  readonly state: Settable<DeviceState> = makeStore<DeviceState>('unknown')
  readonly id: Settable<string | null> = makeStore<string | null>(null)
  readonly #ports: EncryptionPorts
  #keys: DeviceKeys | undefined
  #storage: EncryptionStorage = memoryStorage()
  #opening: Promise<void> | undefined
  readonly #remembers = Promise.withResolvers<void>()
  #cancel: () => void = () => {}

  constructor(ports: EncryptionPorts) {
    this.#ports = ports
  }

  /** The keys of this browser's device, or of the recovery device; undefined where it is none. */
  get keys(): DeviceKeys | undefined {
    return this.#keys
  }

  get storage(): EncryptionStorage {
    return this.#storage
  }

  /** Resolves once it is known what this browser is, as far as the network allows. */
  start(): Promise<void> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  /** Resolves once what this browser knows of conversations can be asked for, whatever the network does. */
  remembers(): Promise<void> {
    void this.start()
    return this.#remembers.promise
  }

  async #open(): Promise<void> {
    try {
      if (!canEncrypt()) return this.state.set('unavailable')
      this.#storage = await this.#ports.openStorage()
      const kept = await this.#storage.device()
      // What was kept can read at once, also where the network is away.
      if (kept) this.#be(kept, 'ready')
    } catch {
      return this.state.set('unavailable')
    } finally {
      this.#remembers.resolve()
    }
    await this.#settle(firstWaitMs)
  }

  /** Tells the server of this browser; tried again until there is an answer. */
  async #settle(waitMs: number): Promise<void> {
    try {
      if (this.#keys) await this.#register(this.#keys)
      else if ((await this.#others()).length > 0) this.state.set('none')
      else await this.become()
    } catch (error) {
      if (error instanceof CallError && error.code === 'encryption.device_taken') return this.#begone()
      this.#cancel = this.#ports.after(waitMs, () => void this.#settle(Math.min(longestWaitMs, waitMs * 2)))
    }
  }

  /** The person has removed this device elsewhere: it will never read again. */
  async #begone(): Promise<void> {
    await this.#storage.removeDevice()
    this.#keys = undefined
    this.id.set(null)
    this.state.set('none')
  }

  #be(keys: DeviceKeys, state: DeviceState): void {
    this.#keys = keys
    this.id.set(keys.deviceId)
    this.state.set(state)
  }

  #register({ publicKeyPem, signingKeyPem }: DeviceKeys): Promise<OwnDevice> {
    const body = { publicKeyPem, signingKeyPem, deviceName: this.#ports.deviceName() }
    return this.#ports.call(encryptionApi.registerDevice, { body })
  }

  async #others(): Promise<OwnDevice[]> {
    const { items } = await this.#ports.call(encryptionApi.devices)
    return items.filter(({ _id }) => _id !== this.#keys?.deviceId)
  }

  /** All that are one's own, this browser's included. */
  async ownDevices(): Promise<OwnDevice[]> {
    return (await this.#ports.call(encryptionApi.devices)).items
  }

  /** Makes this browser a device. Of several tabs that do so at once the first one's keys are kept. */
  async become(): Promise<DeviceKeys> {
    if (this.#keys && this.state.get() === 'ready') return this.#keys
    const kept = await this.#storage.device()
    const made = kept ?? (await this.#storage.addDevice(await makeDevice({ extractable: false })))
    await this.#register(made)
    this.#be(made, 'ready')
    return made
  }

  /** This page is the recovery device, and keeps nothing. */
  becomeRecovery(keys: DeviceKeys): void {
    this.#cancel()
    this.#storage.close()
    this.#storage = memoryStorage()
    this.#be(keys, 'recovery')
  }

  async isLast(): Promise<boolean> {
    return this.state.get() === 'ready' && (await this.#others()).length === 0
  }

  async wipe(): Promise<void> {
    const keys = this.#keys
    const isOwn = this.state.get() === 'ready'
    this.#keys = undefined
    if (keys && isOwn) await this.#ports.call(encryptionApi.removeDevice, { params: { id: keys.deviceId } }).catch(ignoreMissing)
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

const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof CallError && error.status === 404)) throw error
}
