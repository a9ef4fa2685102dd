import { Users } from 'lucide-react'
import type { UserSlots } from '#people/users/web/userSlots.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const usersPages = (slots: UserSlots): readonly Page[] => [
  {
    path: '/users',
    access: 'staff',
    screen: lazyScreen(async () => {
      const { UsersPage, prepareUsers } = await import('#people/users/web/UsersPage.tsx')
      await prepareUsers()
      return () => <UsersPage slots={slots} />
    }),
    entry: { word: 'users', Icon: Users },
  },
]
