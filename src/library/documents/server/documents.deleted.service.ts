import { after, DAY } from '#server/time.ts'
import { documentLimits } from '../documents.contract.ts'

/** Returns the instant before which deleted documents can no longer be restored. */
export const earliest = (now: Date): string => after(now, -documentLimits.restoreDays * DAY)

export const isRestorable = (deletedAt: string, now: Date): boolean => deletedAt >= earliest(now)

/** The state that the cover address of a deleted document is signed with, so that addresses signed before the deletion no longer work. */
export const deletedState = (deletedAt: string): string => `deleted ${deletedAt}`
