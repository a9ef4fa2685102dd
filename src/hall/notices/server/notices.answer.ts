import type { Db } from '#server/db/tables.ts'
import { noticeLimits } from '../notices.contract.ts'
import type { Notice, NoticeAttachment, NoticeStatus, ReadableNotice } from '../notices.shapes.contract.ts'
import type { CurrentRow, NoticeRow } from './notices.db.ts'
import { countReads, firstReaders } from './notices.readers.db.ts'
import { targets } from './notices.targets.db.ts'

const attachmentOf = ({ id, attachmentName: name, fileSize, fileType }: NoticeRow): NoticeAttachment | null => {
  if (name === null || fileSize === null || fileType === null) return null
  const type = fileType === 'application/pdf' ? fileType : 'image/webp'
  return { name, type, size: fileSize, url: `/api/notice/${id}/attachment` }
}

const shared = (row: NoticeRow) => ({
  _id: row.id,
  title: row.title,
  content: row.content,
  type: row.type,
  targetAllUsers: row.targetAllUsers === 1,
  priority: row.priority,
  publishAt: row.publishAt,
  expiresAt: row.expiresAt,
  isActive: row.isActive === 1,
  attachment: attachmentOf(row),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** Converts a notice for readers: only the author's name, and nothing about other readers. */
export const toReadable = (row: CurrentRow): ReadableNotice => ({
  ...shared(row),
  createdBy: { name: row.authorName },
  isRead: row.readAt !== null,
})

const statusOf = ({ isActive, publishAt, expiresAt }: NoticeRow, now: string): NoticeStatus => {
  if (!isActive) return 'inactive'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return publishAt !== null && publishAt > now ? 'scheduled' : 'active'
}

/** Converts notices for staff; `id` limits the queries to a single notice. */
export const toNotices = async (db: Db, rows: readonly NoticeRow[], now: string, id?: string): Promise<Notice[]> => {
  const people = Map.groupBy(await targets(db, id), ({ noticeId }) => noticeId)
  const readers = Map.groupBy(await firstReaders(db, noticeLimits.readersListed, id), ({ noticeId }) => noticeId)
  const counts = await countReads(db, id)
  return rows.map((row) => ({
    ...shared(row),
    status: statusOf(row, now),
    targetUsers: (people.get(row.id) ?? []).map((one) => ({ _id: one.id, name: one.name, email: one.email })),
    createdBy: { name: row.authorName, email: row.authorEmail },
    readBy: (readers.get(row.id) ?? []).map(({ userId }) => userId),
    readCount: counts.get(row.id) ?? 0,
  }))
}
