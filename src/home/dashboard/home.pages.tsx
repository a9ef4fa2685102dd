import { LayoutDashboard } from 'lucide-react'
import { ahead, prefetch } from '#web/api/queryClient.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const homePages: readonly Page[] = [
  {
    path: '/dashboard',
    access: 'member',
    screen: lazyScreen(async () => (await import('#home/dashboard/web/DashboardPage.tsx')).DashboardPage),
    entry: { word: 'dashboard', Icon: LayoutDashboard },
    prefetch: ahead(
      () => import('#home/dashboard/home.contract.ts'),
      ({ homeApi }) => prefetch(homeApi.dashboard),
    ),
  },
]

export const switcher = lazyScreen(async () => (await import('#home/dashboard/web/Switcher.tsx')).Switcher)
