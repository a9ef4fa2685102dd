import { trustedNow } from '../../encryption.chain.policy.ts'
import type { OwnDevice } from '../../encryption.shapes.contract.ts'
import { confirmCodeV2 } from '../crypto/confirmCode.ts'
import { type KnownDevice, publicDeviceOf } from '../crypto/device.ts'
import { listedDevice } from '../crypto/deviceList.ts'
import { ChangedMeanwhileError, type EncryptionScreens } from '../encryption.ts'
import { deviceOf } from './encryptMessage.ts'
import { addDevice, needsOf } from './ownLists.ts'
import type { Session } from './session.ts'
import { share } from './sharing.ts'

/* One of the person's devices adds another browser. */

/**
 * Returns an own device with its keys, to be compared and then added: the compared device is exactly the one that gets the keys.
 */
const compare = async (session: Session, deviceId: string) => {
  // Another device of the person may have created a list that this one does not have yet.
  await session.people.syncOwn()
  const own = await session.people.of(session.ports.me._id)
  const listed = (await session.device.ownDevices()).find(({ _id }: OwnDevice) => _id === deviceId)
  const device = listed && (await publicDeviceOf(listed))
  if (!own || !device || device.deviceId !== deviceId) throw new Error('This is none of the devices of the account')
  const compared = { device, after: own.chain.head, root: own.chain.root }
  session.compared.set(deviceId, compared)
  return compared
}

export const joining = (session: Session): Pick<EncryptionScreens, 'pendingCode' | 'confirmPending' | 'confirmCode' | 'shareWith'> => ({
  pendingCode: async () => {
    const { keys, root, head } = await session.device.pending()
    return confirmCodeV2({ userId: session.ports.me._id, root, head, fingerprint: keys.fingerprint })
  },
  confirmPending: async (shown) => {
    const { keys, asked } = await session.device.asked()
    // Fetches the list again if needed, and computes the code each time.
    const code = await confirmCodeV2({ ...asked, userId: session.ports.me._id, fingerprint: keys.fingerprint })
    if (code !== shown) throw new ChangedMeanwhileError()
    if (!(await session.device.confirm({ keys, asked }))) return false
    await session.loadBook().catch(() => undefined)
    session.openAgain()
    return true
  },
  confirmCode: async (deviceId) => {
    const { device, after, root } = await compare(session, deviceId)
    return confirmCodeV2({ userId: session.ports.me._id, root, head: after, fingerprint: device.fingerprint })
  },
  shareWith: async (deviceId, onProgress) => {
    await session.device.start()
    const compared = session.compared.get(deviceId)
    if (!compared) throw new ChangedMeanwhileError()
    await addCompared(session, compared)
    await share(session, compared.device, onProgress)
    await session.saveBook().catch(() => undefined)
  },
})

/** Adds a device whose code was compared, with exactly the compared keys: the id alone only identifies the wrapping key. */
const addCompared = async (session: Session, { device, after }: { device: KnownDevice; after: string }): Promise<void> => {
  const { deviceId, fingerprint } = device
  const own = await session.people.of(session.ports.me._id)
  if (own && trustedNow(own.chain).some((known) => known.deviceId === deviceId && known.fingerprint === fingerprint)) return
  const listed = (await session.device.ownDevices()).find(({ _id }) => _id === deviceId)
  if (!listed?.signingKeyPem || listed.consent?.previous !== after) throw new ChangedMeanwhileError()
  if ((await publicDeviceOf(listed)).fingerprint !== fingerprint) throw new ChangedMeanwhileError()
  const { publicKeyPem, signingKeyPem, consent } = listed
  const added = listedDevice({ deviceId, publicKeyPem, signingKeyPem }, 'browser', consent.signature)
  if (!(await addDevice(needsOf(session), deviceOf(session), added, after))) throw new ChangedMeanwhileError()
}
