import type { UserSlots } from '#people/users/web/userSlots.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const rosterPages: readonly Page[] = [
  {
    path: '/users/import',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#people/roster/web/ImportPage.tsx')).ImportPage),
  },
  {
    path: '/users/id-cards',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#people/roster/web/IdCardsPage.tsx')).IdCardsPage),
  },
]

/** The import and export menu on the page of users. */
export const rosterOnUsers: Pick<UserSlots, 'roster'> = {
  roster: lazyScreen(async () => (await import('#people/roster/web/RosterMenu.tsx')).RosterMenu),
}
