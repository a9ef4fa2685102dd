import type { ReviewedMessage } from '#features/chat/server/chat.review.service.ts'
import type { Platform } from '#server/platform.ts'
import type { Flagged, MonitoredMessage, Report } from '../moderation.shapes.contract.ts'
import * as rows from './moderation.db.ts'

const toFlagged = (row: rows.FlagRow | undefined): Flagged =>
  row
    ? { isFlagged: true, flaggedBy: { _id: row.flaggedBy, name: row.flaggedByName }, reason: row.reason, flaggedAt: row.flaggedAt }
    : { isFlagged: false, flaggedBy: null, reason: null, flaggedAt: null }

export const toReport = (row: rows.ReportRow): Report => ({
  _id: row.id,
  message: row.messageId,
  reporter: { _id: row.reporterId, name: row.reporterName },
  reason: row.reason,
  createdAt: row.createdAt,
  outcome: row.outcome,
  decidedBy: row.decidedBy === null ? null : { _id: row.decidedBy, name: row.deciderName ?? '' },
  decidedAt: row.decidedAt,
})

/** Messages with who flagged and reported them, in their order. */
export const withMarks = async ({ db }: Pick<Platform, 'db'>, messages: readonly ReviewedMessage[]): Promise<MonitoredMessage[]> => {
  const ids = messages.map(({ _id }) => _id)
  const flags = new Map((await rows.flags(db, ids)).map((flag) => [flag.messageId, flag]))
  const reports = Map.groupBy(await rows.reports(db, ids), ({ messageId }) => messageId)
  return messages.map((message) => ({
    ...message,
    flagged: toFlagged(flags.get(message._id)),
    reports: (reports.get(message._id) ?? []).map(toReport),
  }))
}
