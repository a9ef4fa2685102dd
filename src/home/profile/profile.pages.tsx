import { CircleUserRound } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { profileMenuEn } from './profile.menu.en.ts'

export const profilePages: readonly Page[] = [
  {
    path: '/profile',
    access: 'student',
    screen: lazyScreen(async () => (await import('#home/profile/web/ProfilePage.tsx')).ProfilePage),
    entry: { words: profileMenuEn, Icon: CircleUserRound },
  },
]
