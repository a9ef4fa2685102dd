import type { Slot } from '#contract/terms.ts'
import type { Db } from '#server/db/tables.ts'
import { hook } from '#server/feature/hooks.ts'
import type { OpenCtx } from '#server/feature/platform.ts'
import type { HallNow } from '#server/hallDay.ts'

/** A shift was added or deleted, or has other times, under the lock `users`. Those who have it are `moved`. */
export const shiftTimesChanged = hook<[tx: Db, ctx: HallNow & Pick<OpenCtx, 'hooks'>, moved: Slot | undefined]>('shiftTimesChanged')
