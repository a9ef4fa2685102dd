import { Images } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { galleryMenuEn } from './gallery.menu.en.ts'

export const galleryPages: readonly Page[] = [
  {
    path: '/gallery',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#hall/gallery/web/GalleryPage.tsx')).GalleryPage),
    entry: { words: galleryMenuEn, Icon: Images, endsGroup: true },
  },
]
