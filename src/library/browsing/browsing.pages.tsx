import { BookOpenText } from 'lucide-react'
import { ahead, prefetch } from '#web/api/queryClient.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { browsingMenuEn } from './browsing.menu.en.ts'

export const browsingPages: readonly Page[] = [
  {
    path: '/documents',
    access: 'member',
    screen: lazyScreen(async () => (await import('#library/browsing/web/DocumentsPage.tsx')).DocumentsPage),
    entry: { words: browsingMenuEn, Icon: BookOpenText },
    prefetch: ahead(
      async () => (await import('#library/categories/categories.contract.ts')).categoriesApi,
      (categoriesApi) => prefetch(categoriesApi.tree),
    ),
  },
]
