import { lazyScreen } from '#web/shell/screen.ts'
import type { UsersView } from './keptView.ts'
import type { CreateProps, EditProps } from './UserDialog.tsx'
import type { UserListProps } from './UserList.tsx'
import type { UserSlots } from './userSlots.ts'

export const ListScreen = lazyScreen<UserListProps>(async () => (await import('./UserList.tsx')).UserList)

/** Dialogs are loaded after the page. */
export const CreateScreen = lazyScreen<CreateProps>(async () => (await import('./UserDialog.tsx')).CreateUserDialog)
export const EditScreen = lazyScreen<EditProps>(async () => (await import('./UserDialog.tsx')).EditUserDialog)

/** Loads one of the two views: the page waits only for the one that is shown. */
export const loadView = async (view: UsersView, { seatMap, figures }: UserSlots): Promise<void> => {
  await Promise.all((view === 'list' ? [ListScreen, figures] : [seatMap]).map((screen) => screen?.load()))
}

/** Loads the rest of the page, most used parts first. */
export const loadUserScreens = async ({ roster, resetLink, renew, seatMap, figures, slotChips }: UserSlots): Promise<void> => {
  for (const screen of [roster, resetLink, CreateScreen, slotChips, EditScreen, renew, ListScreen, figures, seatMap]) await screen?.load()
}
