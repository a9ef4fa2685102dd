import { LayoutDashboard } from 'lucide-react'
import { ahead, prefetch } from '#web/api/queryClient.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { homeMenuEn } from './dashboard.menu.en.ts'

export const homePages: readonly Page[] = [
  {
    path: '/dashboard',
    access: 'member',
    screen: lazyScreen(async () => (await import('#home/dashboard/web/DashboardPage.tsx')).DashboardPage),
    entry: { words: homeMenuEn, Icon: LayoutDashboard },
    prefetch: ahead(
      async () => (await import('#home/dashboard/dashboard.contract.ts')).homeApi,
      (homeApi) => prefetch(homeApi.dashboard),
    ),
  },
]

export const switcher = lazyScreen(async () => (await import('#home/dashboard/web/Switcher.tsx')).Switcher)
