import { AppError } from '#contract/errors.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx } from '#server/feature/platform.ts'
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

type Subscription = Input<typeof pushApi.subscribe>['body']

const assertUsable = (ctx: OpenCtx, { endpoint, keys }: Subscription): void => {
  if (availabilityOf(ctx) !== 'on') throw new AppError(pushErrors.unavailable)
  if (!isPushEndpoint(ctx.config, endpoint)) throw new AppError(pushErrors.unknownService)
  if (!arePushKeys(keys)) throw new AppError(pushErrors.badKeys)
}

export const subscribe = async (ctx: Ctx, { body }: Input<typeof pushApi.subscribe>): Promise<void> => {
  assertUsable(ctx, body)
  const { endpoint, keys } = body
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

/**
 * The service worker has no token. The secret of the earlier subscription, which only the browser and this server know, proves that
 * this is the same browser. The reply says nothing about whether there was one.
 */
export const replace = async (ctx: OpenCtx, { body: { earlier, next } }: Input<typeof pushApi.replace>): Promise<void> => {
  assertUsable(ctx, next)
  await ctx.transact(async (tx) => {
    const personId = await rows.replace(tx, earlier, { endpoint: next.endpoint, ...next.keys }, ctx.now.toISOString())
    if (personId !== undefined) ctx.notify('sessions', [personId])
  })
}

export const unsubscribe = async (ctx: Ctx): Promise<void> => {
  await ctx.transact((tx) => rows.unsubscribe(tx, ctx.sessionId))
}

export const setPreferences = async (ctx: Ctx, { body }: Input<typeof pushApi.setPreferences>): Promise<PushPreferences> => {
  await ctx.transact((tx) => rows.savePreferences(tx, toRow(ctx.me._id, body)))
  return body
}
