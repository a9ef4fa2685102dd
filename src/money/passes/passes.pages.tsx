import type { UserSlots } from '#people/users/web/userSlots.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { DayPassScreen } from './web/passScreens.ts'

export const passesPages: readonly Page[] = [
  {
    path: '/fees/passes',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#money/passes/web/PassesPage.tsx')).PassesPage),
  },
]

/** On a free seat of the map. */
export const passesOnUsers: Pick<UserSlots, 'dayPass'> = { dayPass: DayPassScreen }
