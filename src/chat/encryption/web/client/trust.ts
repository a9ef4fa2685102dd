import type { EncryptionStatus } from '../../encryption.shapes.contract.ts'
import type { PersonNews } from '../encryption.ts'
import { type PinnedPeople, peopleIn } from './coverage.ts'
import { headOf, isIn, type People } from './people.ts'
import type { Person, Remembered, TrustMark } from './storage.ts'

/* Whom a person has verified, and what has changed since. */

export type Of = {
  people: People
  me: string
  remembered: Remembered | undefined
  pinned: PinnedPeople | undefined
  loaded: Pick<EncryptionStatus, 'memberIds'>
}

/** Returns whether a chain continues the marked list, and the recovery code was never replaced without the old one since. */
const goesOn = ({ chain, fork }: Person, pinned: TrustMark['theirs']): boolean =>
  isIn(chain, pinned) && fork === null && !chain.replacedWithoutCode.some((number) => number > pinned.number)

/** Returns whether nothing has changed since these two people compared. */
const holds = (mine: Person, theirs: Person, mark: TrustMark): boolean => goesOn(theirs, mark.theirs) && goesOn(mine, mark.mine)

/** A person accepted after a change only needs confirmation again if their next keys have no link to the earlier ones. */
const isBroken = (mine: Person, theirs: Person): boolean => {
  const { mark } = theirs
  if (!mark) return false
  return mark.isVerified ? !holds(mine, theirs, mark) : !isIn(theirs.chain, mark.theirs)
}

/** Returns the other person of a private conversation. */
export const otherOf = ({ me, pinned, loaded }: Of): string | undefined => {
  const everybody = peopleIn(loaded, pinned)
  const others = everybody.filter((userId) => userId !== me)
  return pinned?.kind !== 'group' && everybody.length === 2 ? others[0] : undefined
}

export type Verification = { isVerified: boolean; wasVerified: boolean; verifiedName: string | null }

export const verificationOf = async (of: Of): Promise<Verification> => {
  const mine = await of.people.of(of.me)
  const others = peopleIn(of.loaded, of.pinned).filter((userId) => userId !== of.me)
  const people = (await Promise.all(others.map((userId) => of.people.of(userId)))).filter((one) => one !== undefined)
  const mark = otherOf(of) === undefined ? null : (people[0]?.mark ?? null)
  const isWaiting = of.remembered?.wasVerified === true || (mine !== undefined && people.some((person) => isBroken(mine, person)))
  const isVerified = !isWaiting && mark?.isVerified === true
  return { isVerified, wasVerified: isWaiting, verifiedName: isVerified ? mark.name : null }
}

/** Accepts people as they were shown: sending asks again only if new changes follow these lists. */
export const accept = async ({ people, me }: Pick<Of, 'people' | 'me'>, news: readonly PersonNews[]): Promise<void> => {
  const mine = await people.of(me)
  for (const { userId, head } of news)
    await people.update(userId, (before) =>
      before?.mark && mine && isBroken(mine, before)
        ? { ...before, mark: { ...before.mark, mine: headOf(mine.chain), theirs: head, isVerified: false } }
        : before,
    )
}

type Told = Remembered['told'][string]

const newsOf = async (of: Of, userId: string, ownDevice: string | null): Promise<PersonNews | undefined> => {
  const known = await of.people.of(userId)
  if (!known) return undefined
  const told = of.remembered?.told[userId]
  const { chain, fork, startedOver } = known
  const isContinued = told !== undefined && told.root === chain.root && told.generation === chain.generation
  const after = isContinued ? told.number : chain.number
  const devices = [...chain.devices.values()]
    .filter(({ addedAt, revokedAt, deviceId }) => addedAt > after && revokedAt === null && deviceId !== ownDevice)
    .map(({ deviceId, kind }) => ({ deviceId, kind }))
  const isOver = !isContinued && (startedOver || (told !== undefined && told.root !== ''))
  const replacedCode = chain.replacedWithoutCode.some((number) => number > after)
  const isKnownGroup = of.pinned?.kind === 'group' && Object.keys(of.remembered?.told ?? {}).length > 0
  const isNewMember = told === undefined && isKnownGroup
  const isNews = devices.length > 0 || isOver || replacedCode || fork !== null || isNewMember
  return isNews
    ? { userId, head: headOf(chain), devices, startedOver: isOver, forked: fork !== null, replacedCode, isNewMember }
    : undefined
}

/** Returns what has changed about the people of a conversation since the person was notified. */
export const allNews = async (of: Of, ownDevice: string | null): Promise<PersonNews[]> => {
  const everybody = peopleIn(of.loaded, of.pinned)
  return (await Promise.all(everybody.map((userId) => newsOf(of, userId, ownDevice)))).filter((one) => one !== undefined)
}

const nobodyTold: Told = { generation: 0, root: '', number: -1 }

/** Accepts people at first sight if nothing was known about them before. */
export const withFirstSight = async (of: Of): Promise<Record<string, Told>> => {
  const told: Record<string, Told> = {}
  const isFirst = Object.keys(of.remembered?.told ?? {}).length === 0
  for (const userId of peopleIn(of.loaded, of.pinned)) {
    const before = of.remembered?.told[userId]
    const known = await of.people.of(userId)
    const isUntold = before === undefined || before.root === ''
    const isQuiet = known !== undefined && !known.startedOver
    if (isUntold && isQuiet && (isFirst || before !== undefined || of.pinned?.kind !== 'group')) told[userId] = headOf(known.chain)
    else if (before === undefined && known === undefined && isFirst) told[userId] = nobodyTold
  }
  return told
}
