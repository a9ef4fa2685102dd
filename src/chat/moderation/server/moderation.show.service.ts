import type { ReviewedMessage } from '#chat/conversations/server/conversations.review.service.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { Flagged, MonitoredMessage, Report, Revealed } from '../moderation.shapes.contract.ts'
import * as rows from './moderation.db.ts'
import { type Proven, readProven } from './moderation.disclosure.service.ts'

const toFlagged = (row: rows.FlagRow | undefined): Flagged =>
  row
    ? { isFlagged: true, flaggedBy: { _id: row.flaggedBy, name: row.flaggedByName }, reason: row.reason, flaggedAt: row.flaggedAt }
    : { isFlagged: false, flaggedBy: null, reason: null, flaggedAt: null }

const toReport = (row: rows.ReportRow, disclosed: Revealed | null): Report => ({
  _id: row.id,
  message: row.messageId,
  reporter: { _id: row.reporterId, name: row.reporterName },
  reason: row.reason,
  createdAt: row.createdAt,
  outcome: row.outcome,
  decidedBy: row.decidedBy === null ? null : { _id: row.decidedBy, name: row.deciderName ?? '' },
  decidedAt: row.decidedAt,
  disclosed,
  verified: row.revision === null || row.outcome === 'dismissed' ? null : disclosed !== null,
})

/** Omits the franking key, which only serves as proof. */
const toRevealed = ({ revision, writtenBy, text, file }: Proven, names: ReadonlyMap<string, string>): Revealed => ({
  revision,
  writtenBy: { _id: writtenBy, name: names.get(writtenBy) ?? '' },
  text,
  file,
})

/** Converts reports to the form administrators see, in the same order. */
export const toReports = async ({ db }: Pick<Platform, 'db'>, found: readonly rows.ReportRow[]): Promise<Report[]> => {
  const proven = found.map((row) => readProven(row.disclosed))
  const names = await rows.namesOf(db, [...new Set(proven.flatMap((one) => one?.writtenBy ?? []))])
  return found.map((row, at) => {
    const one = proven[at]
    return toReport(row, one ? toRevealed(one, names) : null)
  })
}

/** Adds flags and reports to messages, in the same order. */
export const withMarks = async (ctx: Pick<Platform, 'db'>, messages: readonly ReviewedMessage[]): Promise<MonitoredMessage[]> => {
  const { db } = ctx
  const ids = messages.map(({ _id }) => _id)
  const flags = new Map((await rows.flags(db, ids)).map((flag) => [flag.messageId, flag]))
  const reports = Map.groupBy(await toReports(ctx, await rows.reports(db, ids)), ({ message }) => message)
  return messages.map((message) => ({
    ...message,
    flagged: toFlagged(flags.get(message._id)),
    reports: reports.get(message._id) ?? [],
  }))
}
