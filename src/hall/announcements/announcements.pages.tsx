import { Megaphone } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { announcementsMenuEn } from './announcements.menu.en.ts'

export const announcementsPages: readonly Page[] = [
  {
    path: '/announcements',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#hall/announcements/web/AnnouncementsPage.tsx')).AnnouncementsPage),
    entry: { words: announcementsMenuEn, Icon: Megaphone },
  },
]
