import { type KnownDevice, makeDevice } from '../crypto/device.ts'
import { makeCode, normalizeCode } from '../crypto/recoveryCode.ts'
import { CannotSealError, ChangedMeanwhileError, type EncryptionScreens, type NewCode, WrongCodeError } from '../encryption.ts'
import { addByRecovery, needsOf, replaceRecovery, startLists, startListsWith } from './ownLists.ts'
import { openRecovery } from './recovery.ts'
import { deviceOf } from './sealer.ts'
import type { Session } from './session.ts'
import { share, shareAll } from './sharing.ts'

/* Setting up makes a recovery code, which makes another browser a device later. */

/** A new recovery device whose code counts once it was typed back. */
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

export const recovering = (session: Session): Pick<EncryptionScreens, 'setUp' | 'makeRecoveryCode' | 'useRecoveryCode'> => ({
  setUp: async () => {
    await session.device.start()
    return newCode(async (made) => {
      const device = await session.device.ownKeys()
      const found = await session.people.newest(session.ports.me._id)
      const generation = found ? found.chain.generation + 1 : 0
      await startLists(needsOf(session), { generation, device, ...made })
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
  useRecoveryCode: async (code, isKept) => {
    await session.device.start()
    const recovered = await openRecovery(session.ports, code)
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

/** Pins the chain that a recovery code vouches for; a code from before signed lists starts the chain together with this browser. */
const pinRecovered = async (session: Session, recovered: Awaited<ReturnType<typeof openRecovery>>, isKept: boolean): Promise<void> => {
  if (recovered.pinned) {
    if (!(await session.device.pinVouched(recovered.pinned))) throw new ChangedMeanwhileError()
    return
  }
  if (!isKept) throw new CannotSealError('noDevice')
  // A copy from before signed lists, which the server has kept or made up.
  if (await session.people.newest(session.ports.me._id)) throw new WrongCodeError()
  await startListsWith(needsOf(session), await session.device.ownKeys(), recovered)
}
