import type { LastMessage, Message } from '#chat/conversations/chat.shapes.contract.ts'
import type { OwnDevice } from '../../encryption.shapes.contract.ts'
import { confirmCode } from '../crypto/confirmCode.ts'
import type { DeviceKeys, KnownDevice } from '../crypto/device.ts'
import { CannotSealError, type Encryption, type EncryptionScreens, type Sealer } from '../encryption.ts'
import { encryptFile } from './files.ts'
import { makeNextVersion } from './newVersion.ts'
import type { EncryptionPorts } from './ports.ts'
import { newRecovery, openRecovery } from './recovery.ts'
import { currentVersion, deviceOf, sealMessage } from './sealer.ts'
import { Session } from './session.ts'
import { shareAll } from './sharing.ts'
import { numberOf, withAllTold } from './trust.ts'

const isSealed = (message: Message | LastMessage): boolean => message.encryption !== undefined

/** What was kept can read at once; where nothing was, it is waited for what this browser is. Open conversations wait for neither key nor network. */
const mayRead = async ({ device }: Session): Promise<void> => {
  await device.remembers()
  if (!device.keys) await device.start()
}

const opening = (session: Session): Pick<Sealer, 'openMessage' | 'openConversation'> => ({
  openMessage: async (message) => {
    await session.device.remembers()
    if (isSealed(message) && !message.isDeleted) {
      await mayRead(session)
      await session.noteEncrypted(message.conversation)
    }
    return session.opener.message(message)
  },
  openConversation: async (conversation) => {
    const { _id, isEncrypted, lastMessage, lastSeq } = conversation
    await session.device.remembers()
    if (isEncrypted) {
      await mayRead(session)
      await session.noteEncrypted(_id, lastSeq)
    } else if (!(await session.keysOf(_id).remembered())) return conversation
    const shown = { ...conversation, isEncrypted: true }
    if (!lastMessage) return shown
    // A long list asks for its keys one after the other, and is there meanwhile.
    if (!session.keysOf(_id).loaded && session.device.keys) session.openLater(_id)
    else return { ...shown, lastMessage: await session.opener.last(_id, lastMessage) }
    return { ...shown, lastMessage: { ...lastMessage, content: null } }
  },
})

/** What cannot be sealed now is waited for. */
const orMissed = async <T>(session: Session, conversation: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CannotSealError) {
      session.missed(conversation)
      await session.show(conversation)
    }
    throw error
  }
}

const sealing = (session: Session): Omit<Sealer, 'openMessage' | 'openConversation'> => ({
  isEncrypted: async (id) => {
    await session.device.remembers()
    return (await session.keysOf(id).remembered()) !== undefined
  },
  noteEncrypted: async (id) => {
    await session.device.remembers()
    await session.noteEncrypted(id)
  },
  seal: (what) =>
    orMissed(session, what.conversation, async () => {
      const envelope = await sealMessage(session, session.keysOf(what.conversation), what)
      await session.show(what.conversation)
      return envelope
    }),
  sealFile: (id, clientId, file) =>
    orMissed(session, id, async () => {
      await currentVersion(session, session.keysOf(id))
      return encryptFile(id, clientId, file)
    }),
  fileOf: (url) => session.files.of(url),
  changed: (id) => session.changed(id),
  restored: () => session.restored(),
  onOpened: (handler) => session.onOpened(handler),
  disclosureOf: ({ _id }) => session.disclosures.of(_id),
})

const trusting = (
  session: Session,
): Pick<EncryptionScreens, 'conversation' | 'enable' | 'acceptDevices' | 'safetyNumber' | 'setVerified'> => ({
  conversation: (id) => session.state(id),
  enable: async (id) => {
    await session.device.start()
    const keys = session.keysOf(id)
    await makeNextVersion(session.ports, keys, deviceOf(session), async ({ enabled }) => enabled)
    await session.refresh(id)
  },
  acceptDevices: async (id) => {
    const keys = session.keysOf(id)
    const loaded = await keys.load()
    const number = await numberOf(loaded)
    await keys.remember((before) => ({
      ...withAllTold(before, loaded),
      verifiedNumber: before.verifiedNumber === number ? before.verifiedNumber : null,
    }))
    session.missed(id)
    await session.refresh(id)
  },
  safetyNumber: async (id) => {
    const number = await numberOf(await session.keysOf(id).load())
    if (number === undefined) throw new Error('Only the chat of two people who can encrypt has a safety number')
    return number
  },
  setVerified: async (id, isVerified) => {
    const keys = session.keysOf(id)
    const loaded = await keys.load()
    const verifiedNumber = isVerified ? ((await numberOf(loaded)) ?? null) : null
    await keys.remember((before) => ({ ...(isVerified ? withAllTold(before, loaded) : before), verifiedNumber }))
    session.missed(id)
    await session.refresh(id)
  },
})

/** An own device as its keys say, to be compared and then shared with: what is compared is what gets the keys. */
const compared = async (session: Session, deviceId: string): Promise<KnownDevice> => {
  const known = session.compared.get(deviceId)
  if (known) return known
  const listed = (await session.device.ownDevices()).find(({ _id }: OwnDevice) => _id === deviceId)
  const device = listed && (await session.people.believe([listed])).get(deviceId)
  if (!device) throw new Error('This is none of the devices of the account')
  session.compared.set(deviceId, device)
  return device
}

const share = async (
  session: Session,
  from: DeviceKeys,
  to: KnownDevice,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> => {
  await shareAll({ ports: session.ports, keysOf: (id) => session.keysOf(id), from, to, onProgress })
}

const devices = (session: Session): Omit<EncryptionScreens, 'changed' | keyof ReturnType<typeof trusting>> => ({
  device: session.device.state,
  deviceId: session.device.id,
  useThisBrowser: async () => void (await session.device.become()),
  makeRecoveryCode: async () => {
    const { code, isSame, device, save } = await newRecovery(session.ports)
    return {
      code,
      isSame,
      save: async () => {
        const by = deviceOf(session)
        await save()
        const { deviceId, fingerprint, wrapping, signing } = device
        await share(session, by, { deviceId, fingerprint, wrappingKey: wrapping.publicKey, signingKey: signing.publicKey })
      },
    }
  },
  useRecoveryCode: async (code, isKept) => {
    await session.device.start()
    const recovery = await openRecovery(session.ports, code)
    if (!isKept) return session.device.becomeRecovery(recovery)
    const own = await session.device.become()
    await session.withRecovery(recovery, async (keysOf) => {
      const to = {
        deviceId: own.deviceId,
        fingerprint: own.fingerprint,
        wrappingKey: own.wrapping.publicKey,
        signingKey: own.signing.publicKey,
      }
      await shareAll({ ports: session.ports, keysOf, from: recovery, to, onProgress: () => {} })
    })
    session.openAgain()
  },
  confirmCode: async (deviceId) => confirmCode(session.ports.me._id, (await compared(session, deviceId)).fingerprint),
  shareWith: async (deviceId, onProgress) => {
    await session.device.start()
    await share(session, deviceOf(session), await compared(session, deviceId), onProgress)
  },
  wipe: async () => {
    await session.device.start()
    await session.device.wipe()
  },
  isLast: async () => {
    await session.device.start()
    return session.device.isLast()
  },
})

/** The encryption of one person in one page. The network, the disk and the clock are given to it, so that tests can play them. */
export const makeEncryption = (ports: EncryptionPorts): Encryption => {
  const session = new Session(ports)
  void session.device.start()
  return {
    ...opening(session),
    ...sealing(session),
    ...trusting(session),
    ...devices(session),
    close: () => session.close(),
  }
}
