import type { LastMessage, Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { CannotEncryptError, type MessageEncryption } from '#chat/conversations/web/messageEncryption.ts'
import { encryptionApi } from '../../encryption.contract.ts'
import type { DeviceKeys } from '../crypto/device.ts'
import type { DecryptedMessages, Encryption, EncryptionScreens } from '../encryption.ts'
import { currentVersion, deviceOf, encryptMessage } from './encryptMessage.ts'
import { encryptFile } from './files.ts'
import { loadOnce } from './loadOnce.ts'
import type { Management } from './management.ts'
import { makeNextVersion } from './newVersion.ts'
import type { EncryptionPorts } from './ports.ts'
import { Session } from './session.ts'
import { ignoreMissing } from './thisDevice.ts'
import { accept } from './trust.ts'

/**
 * Most visits of Chat do not need it. Tests that count pending work call it first, with the path of the file.
 * @public
 */
export const loadManagement = loadOnce(() => import('./management.ts'))

const isEncrypted = (message: Message | LastMessage): boolean => message.encryption !== undefined

/**
 * Resolves once stored keys are loaded or, without any, once the state of this browser is known. Unencrypted conversations wait
 * for neither keys nor network.
 */
const mayRead = async ({ device }: Session): Promise<void> => {
  await device.remembers()
  if (!device.keys) await device.start()
}

const decrypting = (session: Session): Pick<MessageEncryption, 'decryptMessage' | 'decryptConversation'> => ({
  decryptMessage: async (message) => {
    await session.device.remembers()
    if (isEncrypted(message) && !message.isDeleted) {
      await mayRead(session)
      await session.noteEncrypted(message.conversation)
    }
    return session.decrypter.message(message)
  },
  decryptConversation: async (conversation) => {
    const { _id, isEncrypted, lastMessage } = conversation
    await session.device.remembers()
    if ('participants' in conversation) await session.notePeople(conversation as never)
    if (isEncrypted) {
      await mayRead(session)
      await session.noteEncrypted(_id)
    } else if (!(await session.keysOf(_id).remembered())) return conversation
    const shown = { ...conversation, isEncrypted: true }
    if (!lastMessage) return shown
    // A long list fetches its keys one after the other, and is shown before that.
    if (!session.keysOf(_id).loaded && session.device.keys) session.openLater(_id)
    else return { ...shown, lastMessage: await session.decrypter.last(_id, lastMessage) }
    return { ...shown, lastMessage: { ...lastMessage, content: null } }
  },
})

/** Retries later if the work fails because encrypting is not possible yet. */
const orMissed = async <T>(session: Session, conversation: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CannotEncryptError) {
      session.missed(conversation)
      await session.show(conversation)
    }
    throw error
  }
}

const encrypting = (session: Session): Omit<MessageEncryption, 'decryptMessage' | 'decryptConversation'> & DecryptedMessages => ({
  isEncrypted: async (id) => {
    await session.device.remembers()
    return (await session.keysOf(id).remembered()) !== undefined
  },
  noteEncrypted: async (id) => {
    await session.device.remembers()
    await session.noteEncrypted(id)
  },
  encrypt: (what) =>
    orMissed(session, what.conversation, async () => {
      const envelope = await encryptMessage(session, session.keysOf(what.conversation), what)
      await session.show(what.conversation)
      return envelope
    }),
  encryptFile: (id, clientId, file) =>
    orMissed(session, id, async () => {
      await currentVersion(session, session.keysOf(id))
      return encryptFile(id, clientId, file)
    }),
  fileOf: (url) => session.files.of(url),
  invalidateKeys: (id) => session.changed(id),
  noteRestored: () => session.restored(),
  onKeysAdded: (handler) => session.onOpened(handler),
  disclosureOf: ({ _id }) => session.disclosures.of(_id),
})

const trusting = (session: Session): Pick<EncryptionScreens, 'conversation' | 'enable' | 'acceptNews'> => ({
  conversation: (id) => session.state(id),
  enable: async (id) => {
    await session.device.start()
    await makeNextVersion(session, session.keysOf(id), deviceOf(session), async ({ enabled }) => enabled)
    await session.refresh(id)
  },
  acceptNews: async (id, news) => {
    await accept({ people: session.people, me: session.ports.me._id }, news)
    const told = Object.fromEntries(news.map(({ userId, head }) => [userId, head]))
    await session.keysOf(id).remember((before) => ({ ...before, told: { ...before.told, ...told }, wasVerified: false }))
    session.missed(id)
    await session.refresh(id)
  },
})

/** Functions loaded on first use. */
const managing = (session: Session): Management => {
  const management = async () => (await loadManagement()).management(session)
  return {
    setUp: async (how) => (await management()).setUp(how),
    makeRecoveryCode: async () => (await management()).makeRecoveryCode(),
    recoverWithCode: async (code, isKept) => (await management()).recoverWithCode(code, isKept),
    pendingCode: async () => (await management()).pendingCode(),
    confirmPending: async (shown) => (await management()).confirmPending(shown),
    confirmCode: async (deviceId) => (await management()).confirmCode(deviceId),
    shareWith: async (deviceId, onProgress) => (await management()).shareWith(deviceId, onProgress),
    safetyNumber: async (id) => (await management()).safetyNumber(id),
    setVerified: async (id, compared) => (await management()).setVerified(id, compared),
  }
}

/** Removes own devices from the person's list. */
const revoked = async (session: Session, by: DeviceKeys, deviceIds: readonly string[]): Promise<void> => {
  const { needsOf, revoke } = await loadManagement()
  await revoke(needsOf(session), by, deviceIds)
}

const devices = (
  session: Session,
): Pick<
  EncryptionScreens,
  'device' | 'deviceId' | 'isPersistent' | 'requestAccess' | 'checkOwnLists' | 'removeDevice' | 'wipe' | 'isLast'
> => ({
  device: session.device.state,
  deviceId: session.device.id,
  isPersistent: session.device.isPersistent,
  requestAccess: () => session.device.ask(),
  checkOwnLists: async () => void (await session.people.syncOwn()),
  removeDevice: async (id) => {
    if (session.device.mayWrite) await revoked(session, deviceOf(session), [id])
    await session.ports.call(encryptionApi.removeDevice, { params: { id } }).catch(ignoreMissing)
    await session.showAll()
  },
  wipe: async () => {
    await session.device.start()
    await session.device.wipe(async (keys) => {
      if (session.device.mayWrite) await revoked(session, keys, [keys.deviceId])
      await session.ports.call(encryptionApi.removeDevice, { params: { id: keys.deviceId } }).catch(ignoreMissing)
    })
  },
  isLast: async () => {
    await session.device.start()
    if (session.device.state.get() !== 'ready') return false
    return (await session.device.ownDevices()).every(({ _id }) => _id === session.device.id.get())
  },
})

/** Signs the changes made on the server while no device of the person could sign, and loads what the other devices know. */
const catchUp = async (session: Session): Promise<void> => {
  await session.device.start()
  if (session.device.state.get() !== 'ready') return
  const own = await session.people.of(session.ports.me._id)
  await session.loadBook()
  if ((await session.people.of(session.ports.me._id))?.fork) {
    const { endFork, needsOf } = await loadManagement()
    await endFork(needsOf(session), deviceOf(session))
  }
  // If the server has other lists, as after a restore, a device missing from them was not removed.
  const found = await session.people.syncOwn()
  if (found?.chain.head !== own?.chain.head) return
  const listed = await session.device.ownDevices()
  const removed = [...(own?.chain.devices.values() ?? [])].filter(
    ({ deviceId, kind, revokedAt }) => kind === 'browser' && revokedAt === null && !listed.some(({ _id }) => _id === deviceId),
  )
  const deviceIds = removed.map(({ deviceId }) => deviceId)
  if (deviceIds.length > 0) await revoked(session, deviceOf(session), deviceIds)
}

/**
 * Creates the encryption of one person in one page. The network, the disk and the clock are passed in, so that tests can simulate
 * them.
 */
export const makeEncryption = (ports: EncryptionPorts): Encryption => {
  const session = new Session(ports)
  void catchUp(session).catch(() => undefined)
  return {
    ...decrypting(session),
    ...encrypting(session),
    ...trusting(session),
    ...managing(session),
    ...devices(session),
    close: () => session.close(),
  }
}
