import { privatePartners } from '#chat/conversations/server/conversations.partners.service.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { PresenceTable } from '#server/db/tables/chat.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { chatSettings } from '#system/customization/server/customization.service.ts'
import type { presenceApi, StatusChange } from '../presence.contract.ts'
import { presenceLimits } from '../presence.contract.ts'
import * as rows from './presence.db.ts'
import { rememberedIn } from './presence.state.ts'

/** Returns the status of these people as others see it. A person who hides it appears as offline and never seen. */
export const statusesOf = async ({ db, live }: Pick<Platform, 'db' | 'live'>, userIds: readonly string[]): Promise<StatusChange[]> => {
  const { away, leaving } = rememberedIn({ db })
  const stored = await rows.among(db, userIds)
  const online = await live.onlineAmong(userIds)
  const statusOf = (userId: string, row: PresenceTable | undefined): StatusChange => {
    if (row?.isHidden === 1) return { userId, status: 'offline', lastSeen: null }
    if (!online.has(userId) && !leaving.has(userId)) return { userId, status: 'offline', lastSeen: row?.lastSeen ?? null }
    return { userId, status: away.has(userId) ? 'away' : 'online', lastSeen: null }
  }
  return userIds.map((userId) => statusOf(userId, stored.get(userId)))
}

export const presence = async (ctx: Ctx): Promise<Reply<typeof presenceApi.presence>> => {
  const { showPresence: isShown } = await chatSettings(ctx.db)
  const isHidden = (await rows.among(ctx.db, [ctx.me._id])).get(ctx.me._id)?.isHidden === 1
  if (!isShown) return { isShown, isHidden, items: [] }
  const partners = await privatePartners(ctx.db, ctx.me._id, presenceLimits.people)
  const known = new Map(partners.map(({ id, name, role }) => [id, { name, role }]))
  const statuses = await statusesOf(ctx, [...known.keys()])
  const items = statuses.flatMap((status) => {
    const person = known.get(status.userId)
    return person ? [{ ...status, ...person }] : []
  })
  return { isShown, isHidden, items }
}

export const updatePresence = async (
  ctx: Ctx,
  { body: { isHidden } }: Input<typeof presenceApi.updatePresence>,
): Promise<Reply<typeof presenceApi.updatePresence>> => {
  await ctx.transact((tx) => rows.saveHidden(tx, ctx.me._id, isHidden ? 1 : 0))
  const { changed, hiding } = rememberedIn(ctx)
  changed.add(ctx.me._id)
  if (isHidden) hiding.add(ctx.me._id)
  else hiding.delete(ctx.me._id)
  return { isHidden }
}
