import type { UserSlots } from '#people/users/web/userSlots.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const lockersPages: readonly Page[] = [
  {
    path: '/fees/lockers',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#money/lockers/web/LockersPage.tsx')).LockersPage),
  },
]

/** The locker of a student, in the student panel. */
export const lockersOnUsers: Pick<UserSlots, 'locker'> = {
  locker: lazyScreen(async () => (await import('#money/lockers/web/PanelLocker.tsx')).PanelLocker),
}
