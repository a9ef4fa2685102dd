import { FolderTree } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { categoriesMenuEn } from './categories.menu.en.ts'

export const categoriesPages: readonly Page[] = [
  {
    path: '/categories',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#library/categories/web/CategoriesPage.tsx')).CategoriesPage),
    entry: { words: categoriesMenuEn, Icon: FolderTree },
  },
]
