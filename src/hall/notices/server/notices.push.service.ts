import { notifyPeople } from '#people/push/server/push.notify.service.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Job } from '#server/feature/job.ts'
import type { Platform } from '#server/feature/platform.ts'
import * as rows from './notices.push.db.ts'
import { targetIds } from './notices.targets.db.ts'

/** Notifies the readers of a notice, except its author. */
const notifyReaders = (platform: Platform, { id, title, targetAllUsers, createdBy }: rows.Unannounced): void =>
  notifyPeople(platform, async (subscribers) => {
    const named = targetAllUsers === 1 ? undefined : new Set(await targetIds(platform.db, id))
    return subscribers
      .filter((reader) => reader !== createdBy && (named?.has(reader) ?? true))
      .map((personId) => ({ personId, message: { kind: 'notices', title, tag: 'notices', path: '/notices-tab' } }))
  })

/** Marks a notice as announced. Returns whether no other node has, and whether it still exists. */
const markAnnounced = async (platform: Platform, id: string): Promise<boolean> => {
  try {
    return await changesOf(platform, []).transact((tx) => rows.markAnnounced(tx, id))
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

/**
 * Notifies the readers of each notice once: when it is published and active. A notice that is changed later is not announced again. A
 * crash between the mark and the sending loses the notifications, not the notice.
 */
export const announceNotices = async (platform: Platform): Promise<void> => {
  for (const notice of await rows.unannounced(platform.db, platform.clock().toISOString()))
    if (await markAnnounced(platform, notice.id)) notifyReaders(platform, notice)
}

export const announceJob: Job = { name: 'notify of notices', everySeconds: 10, alone: true, run: announceNotices }
