import { BookOpenText, Upload } from 'lucide-react'
import { ahead, prefetch } from '#web/api/queryClient.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const documentsPages: readonly Page[] = [
  {
    path: '/documents',
    access: 'member',
    screen: lazyScreen(async () => (await import('#library/documents/web/DocumentsPage.tsx')).DocumentsPage),
    entry: { word: 'documents', Icon: BookOpenText },
    prefetch: ahead(
      () => import('#library/categories/categories.contract.ts'),
      ({ categoriesApi }) => prefetch(categoriesApi.tree),
    ),
  },
  {
    path: '/upload',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#library/documents/web/UploadPage.tsx')).UploadPage),
    entry: { word: 'upload', Icon: Upload },
  },
]
