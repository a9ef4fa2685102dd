import { privatePartners } from '#chat/conversations/server/conversations.partners.service.ts'
import type { Platform } from '#server/feature/platform.ts'
import { chatSettings } from '#system/customization/server/customization.service.ts'
import type { StatusChange } from '../presence.contract.ts'
import { presenceLimits } from '../presence.contract.ts'
import { presenceEvents } from '../presence.events.ts'
import * as rows from './presence.db.ts'
import { statusesOf } from './presence.service.ts'
import { rememberedIn } from './presence.state.ts'

/** A person who returns within this time never counts as offline. */
const GONE_AFTER_MS = 5_000
/** Maximum number of people in one round of notifications. */
const AT_ONCE = 500

/** Marks people as offline whose last socket closed a while ago and who have opened none since, on any node. */
const letGo = async (platform: Platform): Promise<void> => {
  const { away, leaving, changed } = rememberedIn(platform)
  const latest = platform.clock().getTime() - GONE_AFTER_MS
  const due = [...leaving].filter(([, at]) => at.getTime() <= latest).map(([id]) => id)
  if (due.length === 0) return
  const online = await platform.live.onlineAmong(due)
  for (const id of due) {
    // A person who opened a socket since then has already been removed from `leaving`.
    if (!leaving.delete(id) || online.has(id)) continue
    away.delete(id)
    changed.add(id)
  }
}

/** Notifies the online people who share a private conversation with this person. */
const tell = async ({ db, live }: Platform, change: StatusChange): Promise<void> => {
  const partners = (await privatePartners(db, change.userId, presenceLimits.people)).map(({ id }) => id)
  const online = await live.onlineAmong(partners)
  live.publish(
    [...online].map((id) => `person:${id}` as const),
    presenceEvents.userStatusChanged,
    change,
  )
}

const tellOf = async (platform: Platform, ids: readonly string[], hiding: ReadonlySet<string>): Promise<void> => {
  if (!(await chatSettings(platform.db)).showPresence) return
  const stored = await rows.among(platform.db, ids)
  const shown = ids.filter((id) => stored.get(id)?.isHidden !== 1 || hiding.has(id))
  for (const change of await statusesOf(platform, shown)) await tell(platform, change)
}

/** Notifies others about everybody who came online, left, is away or has hidden themselves since the last call. */
export const tellChanges = async (platform: Platform): Promise<void> => {
  await letGo(platform)
  const { changed, hiding } = rememberedIn(platform)
  const ids = [...changed].slice(0, AT_ONCE)
  if (ids.length === 0) return
  const nowHiding = new Set(hiding)
  for (const id of ids) {
    changed.delete(id)
    hiding.delete(id)
  }
  try {
    await tellOf(platform, ids, nowHiding)
  } catch (error) {
    for (const id of ids) {
      changed.add(id)
      if (nowHiding.has(id)) hiding.add(id)
    }
    throw error
  }
}

/** Records everybody online, so that a server crash loses at most a few minutes. */
export const noteWhoIsHere = async (platform: Platform): Promise<void> => {
  const { here } = rememberedIn(platform)
  const online = await platform.live.onlineAmong([...here])
  for (const id of here) if (!online.has(id)) here.delete(id)
  await rows.saveSeen(platform.db, [...online], platform.clock().toISOString())
}
