import { Bell } from 'lucide-react'
import { ahead, prefetch } from '#web/api/queryClient.ts'
import type { Banner, Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { noticesMenuEn } from './notices.menu.en.ts'

const prefetchMine = ahead(
  async () => (await import('#hall/notices/notices.contract.ts')).noticesApi,
  (noticesApi) => prefetch(noticesApi.mine),
)

export const noticesPages: readonly Page[] = [
  {
    path: '/notices',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#hall/notices/web/NoticesPage.tsx')).NoticesPage),
    entry: { words: noticesMenuEn, Icon: Bell },
    prefetch: ahead(
      async () => (await import('#hall/notices/notices.contract.ts')).noticesApi,
      (noticesApi) => prefetch(noticesApi.all),
    ),
  },
  {
    path: '/notices-tab',
    access: 'member',
    screen: lazyScreen(async () => (await import('#hall/notices/web/NoticesTabPage.tsx')).NoticesTabPage),
    entry: {
      words: noticesMenuEn,
      Icon: Bell,
      count: lazyScreen(async () => (await import('#hall/notices/web/UnreadCount.tsx')).UnreadCount),
    },
    prefetch: prefetchMine,
  },
]

export const noticesBanner: Banner = {
  name: 'notices',
  whom: 'member',
  screen: lazyScreen(async () => (await import('#hall/notices/web/NoticesAcross.tsx')).NoticesAcross),
  isLeftToFullPages: true,
  keepsRoom: () => true,
  prefetch: prefetchMine,
}

/** The notices as a button in the headers of chat and the reader, which have no room above them. */
export const noticesDot = lazyScreen(async () => (await import('#hall/notices/web/NoticesDot.tsx')).NoticesDot)
