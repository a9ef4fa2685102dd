import { secret } from '#server/db/secrets.ts'
import type { Platform } from '#server/feature/platform.ts'
import { publicAddress } from '#server/publicAddress.ts'
import { type Vapid, vapidOf } from '#server/push/vapid.ts'
import type { PushAvailability } from '../push.contract.ts'

type Needs = Pick<Platform, 'config' | 'db' | 'clock'>

/** Returns the address by which a push service can reach the hall, as RFC 8292 asks for. Some services refuse any other. */
const subjectOf = ({ config }: Pick<Platform, 'config'>): string | undefined => {
  const address = publicAddress(config)
  return address?.startsWith('https:') ? address : undefined
}

/** Returns whether this installation sends notifications, or why not. */
export const availabilityOf = ({ config }: Pick<Platform, 'config'>): PushAvailability => {
  if (config.demo === 'public') return 'demo'
  if (!config.offline) return 'offline-off'
  return subjectOf({ config }) === undefined ? 'no-address' : 'on'
}

const keys = new WeakMap<Platform['config'], Vapid>()

export const vapid = async (needs: Needs): Promise<Vapid> => {
  const known = keys.get(needs.config) ?? vapidOf(await secret(needs, 'push'))
  keys.set(needs.config, known)
  return known
}

/** Returns what identifies this installation to push services, or undefined if it sends nothing. */
export const senderOf = async (needs: Needs): Promise<{ vapid: Vapid; subject: string } | undefined> => {
  const subject = subjectOf(needs)
  return subject === undefined || availabilityOf(needs) !== 'on' ? undefined : { vapid: await vapid(needs), subject }
}
