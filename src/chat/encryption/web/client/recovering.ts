import { CannotEncryptError } from '#chat/conversations/web/messageEncryption.ts'
import { CallError } from '#web/api/callError.ts'
import { listErrors } from '../../encryption.lists.contract.ts'
import { type KnownDevice, makeDevice } from '../crypto/device.ts'
import { makeCode, normalizeCode } from '../crypto/recoveryCode.ts'
import { ChangedMeanwhileError, type EncryptionScreens, type NewCode, SetUpElsewhereError, WrongCodeError } from '../encryption.ts'
import { deviceOf } from './encryptMessage.ts'
import { addByRecovery, needsOf, replaceRecovery, startLists, startListsWith } from './ownLists.ts'
import { decryptRecovery } from './recovery.ts'
import type { Session } from './session.ts'
import { share, shareAll } from './sharing.ts'
import { isListed } from './thisDevice.ts'

/* Setting up creates a recovery code, with which another browser can become a device later. */

/** Creates a recovery device whose code becomes valid once it was typed back. */
const newCode = async (
  save: (made: { recovery: Awaited<ReturnType<typeof makeDevice>>; code: string }) => Promise<void>,
): Promise<NewCode> => {
  const code = makeCode()
  const recovery = await makeDevice({ extractable: true })
  return { code, isSame: (typed) => normalizeCode(typed) === code, save: () => save({ recovery, code }) }
}

const publicHalves = ({ deviceId, fingerprint, wrapping, signing }: Awaited<ReturnType<typeof makeDevice>>): KnownDevice => ({
  deviceId,
  fingerprint,
  wrappingKey: wrapping.publicKey,
  signingKey: signing.publicKey,
})

export const recovering = (session: Session): Pick<EncryptionScreens, 'setUp' | 'makeRecoveryCode' | 'recoverWithCode'> => ({
  setUp: async ({ startsOver } = { startsOver: false }) => {
    await session.device.start()
    const generation = startsOver ? await nextGeneration(session) : 0
    if (!startsOver) await assertNotSetUp(session)
    return newCode(async (made) => {
      if (!startsOver) await assertNotSetUp(session)
      const device = await session.device.ownKeys()
      await startLists(needsOf(session), { generation, device, ...made }).catch((error) => refuseTaken(session, error))
      await session.device.register(device)
      await session.device.becomeReady(device)
      await share(session, publicHalves(made.recovery))
      session.openAgain()
    })
  },
  makeRecoveryCode: () =>
    newCode(async (made) => {
      await replaceRecovery(needsOf(session), deviceOf(session), made)
      await share(session, publicHalves(made.recovery))
      await session.saveBook().catch(() => undefined)
    }),
  recoverWithCode: async (code, isKept) => {
    await session.device.start()
    const recovered = await decryptRecovery(session.ports, code)
    if (!isKept) await session.keepNothing()
    await pinRecovered(session, recovered, isKept)
    if (!isKept) {
      session.device.becomeRecovery(recovered.device)
      await session.loadBook().catch(() => undefined)
      return session.openAgain()
    }
    const own = await session.device.ownKeys()
    await addByRecovery(needsOf(session), recovered.device, own)
    await session.device.register(own)
    await session.withRecovery(recovered.device, (keysOf) =>
      shareAll({ ports: session.ports, keysOf, from: recovered.device, to: publicHalves(own), onProgress: () => {} }),
    )
    await session.device.becomeReady(own)
    await session.loadBook().catch(() => undefined)
    session.openAgain()
  },
})

const nextGeneration = async (session: Session): Promise<number> => {
  const found = await session.people.newest(session.ports.me._id)
  return found ? found.chain.generation + 1 : 0
}

/** Throws instead of starting over if another browser of the person was first: everybody would be warned about that. */
const refuse = (session: Session): never => {
  session.device.noteSetUpElsewhere()
  throw new SetUpElsewhereError()
}

/** Throws if the person has lists, unless this browser started them and the response was lost. */
const assertNotSetUp = async (session: Session): Promise<void> => {
  const found = await session.people.newest(session.ports.me._id)
  const kept = found && (await session.device.storage.device())
  if (found && !(kept && isListed(found.chain, kept))) refuse(session)
}

/** Throws if two browsers started at once, and this one was second. */
const refuseTaken = (session: Session, error: unknown): void => {
  if (error instanceof CallError && error.code === listErrors.listTaken.code) refuse(session)
  throw error
}

/**
 * Pins the chain that a recovery code vouches for; a code from before signed lists starts the chain together with this browser.
 */
const pinRecovered = async (session: Session, recovered: Awaited<ReturnType<typeof decryptRecovery>>, isKept: boolean): Promise<void> => {
  if (recovered.pinned) {
    if (!(await session.device.pinVouched(recovered.pinned))) throw new ChangedMeanwhileError()
    return
  }
  if (!isKept) throw new CannotEncryptError('noDevice')
  // A copy from before signed lists, which the server has kept or forged.
  if (await session.people.newest(session.ports.me._id)) throw new WrongCodeError()
  await startListsWith(needsOf(session), await session.device.ownKeys(), recovered)
}
