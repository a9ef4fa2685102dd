import type { ReadableNotice } from '../notices.shapes.contract.ts'
import { noticeRecord } from './noticeRecord.ts'

/** Banners dismissed in this session. */
const dismissed = noticeRecord('dismissed notices')

export const dismiss = (notice: ReadableNotice): void => dismissed.add([notice])

/**
 * Returns a function that tells whether a banner is hidden: until the session ends, or until the notice is shown again to people who have
 * read it.
 */
export const useDismissed = (): ((notice: ReadableNotice) => boolean) => {
  const versions = dismissed.useVersions()
  return ({ _id, updatedAt, isRead }) => versions[_id] !== undefined && (isRead || versions[_id] === updatedAt)
}
