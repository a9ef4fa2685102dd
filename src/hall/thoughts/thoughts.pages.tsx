import { Lightbulb } from 'lucide-react'
import { ahead, prefetch } from '#web/api/queryClient.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { thoughtsMenuEn } from './thoughts.menu.en.ts'

export const thoughtsPages: readonly Page[] = [
  {
    path: '/thoughts',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#hall/thoughts/web/ThoughtsPage.tsx')).ThoughtsPage),
    entry: { words: thoughtsMenuEn, Icon: Lightbulb },
    prefetch: ahead(
      async () => (await import('#hall/thoughts/thoughts.contract.ts')).thoughtsApi,
      (thoughtsApi) => prefetch(thoughtsApi.list),
    ),
  },
]
