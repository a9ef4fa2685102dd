import { MessagesSquare } from 'lucide-react'
import type { ChatSlots } from '#chat/conversations/web/chatSlots.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { moderationMenuEn } from './moderation.menu.en.ts'

export const moderationPages: readonly Page[] = [
  {
    path: '/chat-monitoring',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#chat/moderation/web/MonitoringPage.tsx')).MonitoringPage),
    entry: {
      words: moderationMenuEn,
      Icon: MessagesSquare,
      count: lazyScreen(async () => (await import('#chat/moderation/web/OpenReportsCount.tsx')).OpenReportsCount),
      endsGroup: true,
    },
  },
]

/** The screens of moderation shown within chat. */
export const moderationInChat = (): Pick<ChatSlots, 'report' | 'reportOutcomes'> => ({
  report: lazyScreen(async () => (await import('#chat/moderation/web/ReportDialog.tsx')).ReportDialog),
  reportOutcomes: lazyScreen(async () => (await import('#chat/moderation/web/ReportOutcomes.tsx')).ReportOutcomes),
})
