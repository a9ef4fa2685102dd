import { limits } from '#contract/limits.ts'
import { after, DAY } from '#server/time.ts'

/** What was deleted before this instant is gone for good. */
export const earliest = (now: Date): string => after(now, -limits.restoreDays * DAY)

export const isRestorable = (deletedAt: string, now: Date): boolean => deletedAt >= earliest(now)

/** What the address of a deleted document's cover is signed with: no address that anybody had before the deletion opens it. */
export const deletedState = (deletedAt: string): string => `deleted ${deletedAt}`
