import { AppError } from '#contract/errors.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { arePushKeys } from '#server/push/encrypt.ts'
import { isPushEndpoint } from '#server/push/pushService.ts'
import { type PushPreferences, type PushState, type pushApi, pushErrors, pushLimits } from '../push.contract.ts'
import { availabilityOf, vapid } from './push.availability.ts'
import * as rows from './push.db.ts'
import { toPreferences, toRow } from './push.preferences.ts'

export const state = async (ctx: Ctx): Promise<PushState> => ({
  availability: availabilityOf(ctx),
  publicKey: (await vapid(ctx)).publicKey,
  endpoint: await rows.endpointOf(ctx.db, ctx.sessionId),
  preferences: toPreferences(await rows.preferencesOf(ctx.db, ctx.me._id)),
})

export const subscribe = async (ctx: Ctx, { body: { endpoint, keys } }: Input<typeof pushApi.subscribe>): Promise<void> => {
  if (availabilityOf(ctx) !== 'on') throw new AppError(pushErrors.unavailable)
  if (!isPushEndpoint(ctx.config, endpoint)) throw new AppError(pushErrors.unknownService)
  if (!arePushKeys(keys)) throw new AppError(pushErrors.badKeys)
  const { sessionId, me, now } = ctx
  try {
    await ctx.transact(async (tx) => {
      await rows.subscribe(tx, { sessionId, userId: me._id, endpoint, ...keys, createdAt: now.toISOString() })
      await rows.keepNewest(tx, me._id, pushLimits.subscriptions)
    })
  } catch (error) {
    // The session has ended in between, or it is only in memory because the disk is full.
    throw isForeignKeyViolation(error) ? new AppError(pushErrors.noSession) : error
  }
}

export const unsubscribe = async (ctx: Ctx): Promise<void> => {
  await ctx.transact((tx) => rows.unsubscribe(tx, ctx.sessionId))
}

export const setPreferences = async (ctx: Ctx, { body }: Input<typeof pushApi.setPreferences>): Promise<PushPreferences> => {
  await ctx.transact((tx) => rows.savePreferences(tx, toRow(ctx.me._id, body)))
  return body
}
