import { CallError } from '#web/api/callError.ts'
import { type Chain, forkPoint, isTrustedAt, trustedNow } from '../../encryption.chain.policy.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import { listErrors } from '../../encryption.lists.contract.ts'
import type { ListedDevice, SignedList } from '../../encryption.shapes.contract.ts'
import type { DeviceKeys } from '../crypto/device.ts'
import { consentTo, listedDevice, makeFirstList, makeNextList, verifyChain } from '../crypto/deviceList.ts'
import { encryptDeviceV2, reencryptDevice } from '../crypto/recovery.ts'
import type { People } from './people.ts'
import type { EncryptionPorts } from './ports.ts'
import type { Recovered } from './recovery.ts'
import type { Session } from './session.ts'
import type { EncryptionStorage } from './storage.ts'

/* Lists signed by one's own devices about each other. */

type Recovery = { deviceId: string; sealedKeys: string }
type Needs = { ports: EncryptionPorts; people: People; storage: EncryptionStorage }
export const needsOf = ({ ports, people, device }: Session): Needs => ({ ports, people, storage: device.storage })

/** A list, and the encrypted private halves of the recovery device that it adds. */
type Made = { list: SignedList; recovery?: Recovery }

/** Maximum number of attempts: other devices of the person may create lists at the same time. */
const mostTries = 5

const upload = async ({ ports, storage }: Needs, { list, recovery }: Made): Promise<void> => {
  const body = { userId: ports.me._id, lists: [list], ...(recovery && { recovery }) }
  await ports.call(encryptionApi.saveLists, { body })
  if (recovery) await storage.updateOwn((own) => ({ ...own, recovery }))
}

type Start = { generation: number; device: DeviceKeys; recovery: DeviceKeys; encrypt: (chain: Chain) => Promise<string> }

const start = async (needs: Needs, { generation, device, recovery, encrypt }: Start): Promise<void> => {
  const userId = needs.ports.me._id
  const list = await makeFirstList({ userId, generation, device, recovery })
  const chain = await verifyChain([list])
  await upload(needs, { list, recovery: { deviceId: recovery.deviceId, sealedKeys: await encrypt(chain) } })
  await needs.people.pin(userId, chain, [list])
}

/** A newly created recovery device with extractable keys, and its code. */
export type NewRecovery = { recovery: DeviceKeys; code: string }

/** Creates and pins list 0 of a generation, with this browser and the recovery device of a new code. */
export const startLists = (
  needs: Needs,
  { generation, device, recovery, code }: { generation: number; device: DeviceKeys } & NewRecovery,
): Promise<void> =>
  start(needs, {
    generation,
    device,
    recovery,
    encrypt: (pinned) => encryptDeviceV2({ code, userId: needs.ports.me._id, device: recovery, pinned }),
  })

/** Does the same with the version 1 recovery device whose code was typed. */
export const startListsWith = (needs: Needs, device: DeviceKeys, recovered: Recovered): Promise<void> =>
  start(needs, {
    generation: 0,
    device,
    recovery: recovered.device,
    encrypt: (pinned) => reencryptDevice({ ...recovered, userId: needs.ports.me._id, pinned }),
  })

/** Creates the next list of one's own chain. `make` returns undefined if there is nothing left to do. */
const nextList = async (needs: Needs, make: (chain: Chain) => Promise<Made | undefined>): Promise<void> => {
  const { people, ports } = needs
  for (let tries = 1; ; tries++) {
    const own = await people.of(ports.me._id)
    if (!own) throw new Error('Encryption is not set up')
    const made = await make(own.chain)
    if (!made) return
    try {
      await upload(needs, made)
      return await people.goOn(ports.me._id, made.list)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== listErrors.listTaken.code || tries >= mostTries) throw error
      await people.syncOwn()
    }
  }
}

/** Removes one's own devices that are still trusted. */
export const revoke = (needs: Needs, by: DeviceKeys, deviceIds: readonly string[]): Promise<void> =>
  nextList(needs, async (chain) => {
    const revoked = deviceIds.filter((id) => isTrustedAt(chain, id, chain.number))
    return revoked.length === 0 ? undefined : { list: await makeNextList(chain, { by: [by], revoked }) }
  })

/** Adds a browser that consented to the current head of the chain. Returns false if it consented to another one. */
export const addDevice = async (needs: Needs, by: DeviceKeys, added: ListedDevice, after: string): Promise<boolean> => {
  let isAdded = true
  await nextList(needs, async (chain) => {
    if (isTrustedAt(chain, added.deviceId, chain.number)) return undefined
    isAdded = chain.head === after
    return isAdded ? { list: await makeNextList(chain, { by: [by], added: [added] }) } : undefined
  })
  return isAdded
}

/** Adds this browser with the recovery device, whose code was typed here. */
export const addByRecovery = (needs: Needs, recovery: DeviceKeys, device: DeviceKeys): Promise<void> =>
  nextList(needs, async (chain) => {
    if (isTrustedAt(chain, device.deviceId, chain.number)) return undefined
    const added = [listedDevice(device, 'browser', await consentTo({ ...chain, previous: chain.head }, device))]
    return { list: await makeNextList(chain, { by: [recovery], added }) }
  })

/** Replaces the recovery device. Without the old one's signature, everybody is notified. */
export const replaceRecovery = (needs: Needs, by: DeviceKeys, { recovery, code }: NewRecovery): Promise<void> =>
  nextList(needs, async (chain) => {
    const revoked = trustedNow(chain).flatMap(({ kind, deviceId }) => (kind === 'recovery' ? [deviceId] : []))
    const added = [listedDevice(recovery, 'recovery', await consentTo({ ...chain, previous: chain.head }, recovery))]
    const list = await makeNextList(chain, { by: [by], added, revoked })
    const pinned = await verifyChain([list], chain)
    const sealedKeys = await encryptDeviceV2({ code, userId: chain.userId, device: recovery, pinned })
    return { list, recovery: { deviceId: recovery.deviceId, sealedKeys } }
  })

/**
 * Merges a fork of one's own lists into the server's branch: only devices that both branches trust stay, so that a removed device
 * gains nothing. If the recovery devices differ, the decision is left to the person.
 */
export const endFork = async (needs: Needs, by: DeviceKeys): Promise<void> => {
  const own = await needs.people.of(needs.ports.me._id)
  if (!own?.fork) return
  const { chain, fork } = own
  const isShared = (deviceId: string) => isTrustedAt(chain, deviceId, chain.number)
  const now = trustedNow(fork)
  const isSameRecovery = now.every(({ kind, deviceId }) => kind !== 'recovery' || isShared(deviceId))
  if (!isSameRecovery || forkPoint(chain, fork) === undefined || !isTrustedAt(fork, by.deviceId, fork.number)) return
  const revoked = now.map(({ deviceId }) => deviceId).filter((id) => !isShared(id))
  await upload(needs, { list: await makeNextList(fork, { by: [by], revoked, merged: chain.head }) })
  await needs.people.syncOwn()
}
