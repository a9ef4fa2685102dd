import { safetyNumberV2 } from '../crypto/safetyNumber.ts'
import { ChangedMeanwhileError, type EncryptionScreens } from '../encryption.ts'
import { headOf } from './people.ts'
import type { Session } from './session.ts'
import type { Person } from './storage.ts'
import { type Of, otherOf } from './trust.ts'

/* Comparing the safety numbers of two people. */

const pairOf = async (of: Of): Promise<{ mine: Person; theirs: Person } | undefined> => {
  const other = otherOf(of)
  const [mine, theirs] = [await of.people.of(of.me), other === undefined ? undefined : await of.people.of(other)]
  return mine && theirs && { mine, theirs }
}

/** Returns the number of a private conversation; null while one of the two has no device list. */
const numberOf = async (of: Of): Promise<string | null> => {
  if (otherOf(of) === undefined) throw new Error('Only the chat of two people has a safety number')
  const pair = await pairOf(of)
  return pair ? safetyNumberV2(pair.mine.chain, pair.theirs.chain) : null
}

/** Marks the other person of a private conversation as verified up to the current lists, if their number is the compared one. */
const verify = async (of: Of, { digits, name }: { digits: string; name: string }, at: Date): Promise<boolean> => {
  const pair = await pairOf(of)
  if (!pair || (await safetyNumberV2(pair.mine.chain, pair.theirs.chain)) !== digits) return false
  const mark = { mine: headOf(pair.mine.chain), theirs: headOf(pair.theirs.chain), name, at: at.toISOString(), isVerified: true }
  // Another tab may have advanced the chain; the mark covers only what was compared.
  await of.people.update(pair.theirs.chain.userId, (before) => before && { ...before, mark })
  return true
}

const unverify = async (of: Of): Promise<void> => {
  const pair = await pairOf(of)
  if (pair) await of.people.update(pair.theirs.chain.userId, (before) => before && { ...before, mark: null })
}

const trustOf = async (session: Session, id: string): Promise<Of> => {
  const { people, ports } = session
  const keys = session.keysOf(id)
  const loaded = await keys.load()
  return { people, me: ports.me._id, remembered: await keys.remembered(), pinned: await keys.pinned(), loaded }
}

export const comparing = (session: Session): Pick<EncryptionScreens, 'safetyNumber' | 'setVerified'> => ({
  safetyNumber: async (id) => numberOf(await trustOf(session, id)),
  setVerified: async (id, compared) => {
    const of = await trustOf(session, id)
    if (compared && !(await verify(of, compared, session.ports.now()))) throw new ChangedMeanwhileError()
    if (!compared) await unverify(of)
    await session.keysOf(id).remember((before) => ({ ...before, wasVerified: false }))
    session.missed(id)
    await session.refresh(id)
  },
})
