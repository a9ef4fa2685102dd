import { assertMessageReadable } from '#chat/conversations/server/conversations.changes.service.ts'
import { feature } from '#server/feature/feature.ts'
import { moderationApi } from '../moderation.contract.ts'
import { download } from './moderation.export.service.ts'
import { flag } from './moderation.flags.service.ts'
import { conversation, conversations, flagged, messages, openReports } from './moderation.reading.service.ts'
import { decide, markReportsSeen, report, reports } from './moderation.reports.service.ts'
import { endStop, stop, stops } from './moderation.stops.service.ts'

export const moderationFeature = feature(
  moderationApi,
  {
    conversations,
    conversation,
    messages,
    download,
    flagged,
    openReports,
    flag,
    report,
    reports,
    markReportsSeen,
    decide,
    stops,
    stop,
    endStop,
  },
  {
    // Changes of bans are announced with the conversations.
    tables: { messageFlags: 'moderation', messageReports: 'moderation', conversationMarks: 'moderation', writingStops: 'conversations' },
    guards: { report: assertMessageReadable },
  },
)
