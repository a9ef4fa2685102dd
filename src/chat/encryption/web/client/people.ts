import type { PublicDevice } from '../../encryption.shapes.contract.ts'
import { type KnownDevice, publicDeviceOf } from '../crypto/device.ts'
import type { EncryptionStorage } from './storage.ts'

/** A device that this browser believes to be somebody's: its keys are those that were seen first. */
export type BelievedDevice = KnownDevice & { userId: string }

/*
 * An attacker who is the server gives a known device other keys, or somebody's device to somebody else. The id is worked out
 * from the wrapping key, and the fingerprint, which covers the signing key too, must be the one that was pinned for this
 * person when the device was first seen (`believe`).
 */
export class People {
  readonly #storage: () => EncryptionStorage
  readonly #imported = new Map<string, Promise<KnownDevice | undefined>>()

  constructor(storage: () => EncryptionStorage) {
    this.#storage = storage
  }

  /** Undefined for keys that nothing may be encrypted for, or that are not those of this id. */
  imported(device: Pick<PublicDevice, 'deviceId' | 'publicKeyPem' | 'signingKeyPem'>): Promise<KnownDevice | undefined> {
    const { deviceId, publicKeyPem, signingKeyPem } = device
    const name = `${deviceId} ${publicKeyPem} ${signingKeyPem}`
    const known = this.#imported.get(name)
    if (known) return known
    const importing = publicDeviceOf({ publicKeyPem, signingKeyPem }).then(
      (one) => (one.deviceId === deviceId ? one : undefined),
      () => undefined,
    )
    this.#imported.set(name, importing)
    return importing
  }

  /** Those of these devices that are what they were, by their ids. What is seen for the first time is pinned. */
  async believe(devices: readonly PublicDevice[]): Promise<Map<string, BelievedDevice>> {
    const believed = new Map<string, BelievedDevice>()
    for (const [userId, own] of Map.groupBy(devices, (device) => device.userId)) {
      const imported = (await Promise.all(own.map((device) => this.imported(device)))).filter((one) => one !== undefined)
      const fingerprints = Object.fromEntries(imported.map(({ deviceId, fingerprint }) => [deviceId, fingerprint]))
      const pins = await this.#storage().pin(userId, fingerprints)
      for (const device of imported) if (pins[device.deviceId] === device.fingerprint) believed.set(device.deviceId, { ...device, userId })
    }
    return believed
  }

  forget(): void {
    this.#imported.clear()
  }
}
