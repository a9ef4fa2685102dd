import type { EncryptionStatus, PublicDevice, VersionMember } from '../../encryption.shapes.contract.ts'
import type { KnownDevice } from '../crypto/device.ts'
import type { People } from './people.ts'
import type { Remembered } from './storage.ts'

/** The kind of a conversation, and the two people of a private one. */
export type PinnedPeople = Pick<Remembered, 'kind' | 'users'>

/* Determines for whom the next message is encrypted. */

/**
 * The people that the next key version must name, with the devices it is wrapped for; `missing` are people without any device.
 */
export type Coverage = { members: VersionMember[]; recipients: KnownDevice[]; missing: string[] }

/** Returns the people of a conversation: the two pinned ones, or those that the server names for a group. */
export const peopleIn = ({ memberIds }: Pick<EncryptionStatus, 'memberIds'>, pinned: PinnedPeople | undefined): readonly string[] =>
  pinned?.kind === 'private' && pinned.users ? pinned.users : memberIds

const byId = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

type Found = { member: VersionMember; recipients: KnownDevice[] }

/** Returns the devices of a person that the server lists and this browser trusts. */
const coverPerson = async (people: People, userId: string, listed: readonly PublicDevice[]): Promise<Found | undefined> => {
  const known = await people.of(userId)
  const trusted = known
    ? await Promise.all((await people.current(userId)).map((device) => people.member(userId, device)))
    : await Promise.all(listed.map((device) => people.pinnedBefore(device)))
  const isListed = new Set(listed.map(({ deviceId }) => deviceId))
  const recipients = trusted.filter((device) => device !== undefined).filter(({ deviceId }) => isListed.has(deviceId))
  // The server requires a key for a device that this browser does not trust.
  if (recipients.length < listed.length) return undefined
  const { generation, number, head } = known?.chain ?? { generation: 0, number: 0, head: null }
  const deviceIds = recipients.map(({ deviceId }) => deviceId).toSorted(byId)
  return { member: { userId, generation, number, head, deviceIds }, recipients }
}

const compute = async (people: People, status: EncryptionStatus, pinned: PinnedPeople | undefined): Promise<Coverage> => {
  const everybody = peopleIn(status, pinned)
  const listed = Map.groupBy(status.devices, ({ userId }) => userId)
  const found = await Promise.all(everybody.map((userId) => coverPerson(people, userId, listed.get(userId) ?? [])))
  const covered = found.filter((one) => one !== undefined && one.member.deviceIds.length > 0) as Found[]
  return {
    members: covered.map(({ member }) => member).toSorted((one, other) => byId(one.userId, other.userId)),
    recipients: covered.flatMap(({ recipients }) => recipients),
    missing: everybody.filter((_, at) => found[at] === undefined),
  }
}

type Computed = { of: string; coverage: Promise<Coverage> }
/** Caches the coverage by status and lists, so that a large group is not recomputed for each message. */
const computed = new WeakMap<EncryptionStatus, Computed>()

export const coverageOf = (people: People, status: EncryptionStatus, pinned: PinnedPeople | undefined): Promise<Coverage> => {
  const of = `${people.changes} ${pinned?.users}`
  const known = computed.get(status)
  if (known?.of === of) return known.coverage
  const coverage = compute(people, status, pinned)
  computed.set(status, { of, coverage })
  return coverage
}

/** Returns whether the server has shown two branches of the lists of one of these people. */
export const isForked = async (people: People, userIds: readonly string[]): Promise<boolean> =>
  (await Promise.all(userIds.map((userId) => people.of(userId)))).some((person) => person?.fork != null)

/** Returns whether a key version names exactly these people, lists and devices. */
export const isCoveredBy = (members: readonly VersionMember[], { members: now, missing }: Coverage): boolean =>
  missing.length === 0 && members.length === now.length && members.every((member, at) => isSameMember(member, now[at]))

const isSameMember = (one: VersionMember, other: VersionMember | undefined): boolean =>
  one.userId === other?.userId &&
  one.generation === other.generation &&
  one.head === other.head &&
  one.deviceIds.length === other.deviceIds.length &&
  one.deviceIds.every((id, at) => id === other.deviceIds[at])
