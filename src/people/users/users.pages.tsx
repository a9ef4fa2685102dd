import { Users } from 'lucide-react'
import type { UserSlots } from '#people/users/web/userSlots.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen, type Screen } from '#web/shell/screen.ts'
import { usersMenuEn } from './users.menu.en.ts'

/** Everything about one person, next to any page. */
export const personPanel = (slots: UserSlots): Screen =>
  lazyScreen(async () => {
    const { PersonPanel, preparePanel } = await import('#people/users/web/panel/PersonPanel.tsx')
    await preparePanel(slots)
    return () => <PersonPanel slots={slots} />
  })

export const usersPages = (slots: UserSlots): readonly Page[] => [
  {
    path: '/users',
    access: 'staff',
    screen: lazyScreen(async () => {
      const { UsersPage, prepareUsers } = await import('#people/users/web/UsersPage.tsx')
      await prepareUsers(slots)
      return () => <UsersPage slots={slots} />
    }),
    entry: { words: usersMenuEn, Icon: Users },
    prefetch: async () => (await import('#people/users/web/UsersPage.tsx')).prefetchUsers(slots),
  },
]
