import { Star } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { favoritesMenuEn } from './favorites.menu.en.ts'

export const favoritesPages: readonly Page[] = [
  {
    path: '/favorites',
    access: 'member',
    screen: lazyScreen(async () => (await import('#library/favorites/web/FavoritesPage.tsx')).FavoritesPage),
    entry: { words: favoritesMenuEn, Icon: Star },
  },
]
