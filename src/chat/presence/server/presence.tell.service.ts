import { privatePartners } from '#chat/conversations/server/chat.partners.service.ts'
import { limits } from '#contract/limits.ts'
import type { Platform } from '#server/feature/platform.ts'
import { chatSettings } from '#system/settings/server/customization.service.ts'
import type { StatusChange } from '../presence.contract.ts'
import * as rows from './presence.db.ts'
import { statusesOf } from './presence.service.ts'
import { rememberedIn } from './presence.state.ts'

/** A person who comes back within this time was never gone. */
const GONE_AFTER_MS = 5_000
/** People of whom others are told together. */
const AT_ONCE = 500

/** Those whose last socket closed a while ago, and who have opened none since, on any node, are gone. */
const letGo = async (platform: Platform): Promise<void> => {
  const { away, leaving, changed } = rememberedIn(platform)
  const latest = platform.clock().getTime() - GONE_AFTER_MS
  const due = [...leaving].filter(([, at]) => at.getTime() <= latest).map(([id]) => id)
  if (due.length === 0) return
  const online = await platform.live.onlineAmong(due)
  for (const id of due) {
    // A person who opened a socket meanwhile has left this list by themselves.
    if (!leaving.delete(id) || online.has(id)) continue
    away.delete(id)
    changed.add(id)
  }
}

/** Tells those who share a private conversation with someone, as far as they are here themselves. */
const tell = async ({ db, live }: Platform, change: StatusChange): Promise<void> => {
  const partners = (await privatePartners(db, change.userId, limits.presencePeople)).map(({ id }) => id)
  const online = await live.onlineAmong(partners)
  live.publish(
    [...online].map((id) => `person:${id}` as const),
    'user_status_changed',
    change,
  )
}

const tellOf = async (platform: Platform, ids: readonly string[], hiding: ReadonlySet<string>): Promise<void> => {
  if (!(await chatSettings(platform.db)).showPresence) return
  const stored = await rows.among(platform.db, ids)
  const shown = ids.filter((id) => stored.get(id)?.isHidden !== 1 || hiding.has(id))
  for (const change of await statusesOf(platform, shown)) await tell(platform, change)
}

/** Tells others who came, went, is away or has hidden themselves since the last time. */
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

/** Notes that those are here who are, so that a server that breaks down forgets no more than a few minutes. */
export const noteWhoIsHere = async (platform: Platform): Promise<void> => {
  const { here } = rememberedIn(platform)
  const online = await platform.live.onlineAmong([...here])
  for (const id of here) if (!online.has(id)) here.delete(id)
  await rows.saveSeen(platform.db, [...online], platform.clock().toISOString())
}
