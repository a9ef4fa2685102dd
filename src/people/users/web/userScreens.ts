import type { RosterProps } from '#people/roster/web/RosterMenu.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import type { PersonProps } from './PersonDialog.tsx'
import type { RenewProps } from './renewing/RenewDialog.tsx'
import type { SeatMapProps } from './seatMap/SeatMap.tsx'
import type { CreateProps, EditProps } from './UserDialog.tsx'
import type { UserListProps } from './UserList.tsx'
import type { UsersView } from './useUsersView.ts'

/** Of list and map only the one that is looked at holds up the page. */
const views = {
  list: lazyScreen<UserListProps>(async () => (await import('./UserList.tsx')).UserList),
  seats: lazyScreen<SeatMapProps>(async () => (await import('./seatMap/SeatMap.tsx')).SeatMap),
}
export const { list: ListScreen, seats: SeatMapScreen } = views

export const loadView = (view: UsersView): Promise<void> => views[view].load()

/** What opens over the page, or from its menu, comes after it. */
export const RosterScreen = lazyScreen<RosterProps>(async () => (await import('#people/roster/web/RosterMenu.tsx')).RosterMenu)
export const PersonScreen = lazyScreen<PersonProps>(async () => (await import('./PersonDialog.tsx')).PersonDialog)
export const CreateScreen = lazyScreen<CreateProps>(async () => (await import('./UserDialog.tsx')).CreateUserDialog)
export const EditScreen = lazyScreen<EditProps>(async () => (await import('./UserDialog.tsx')).EditUserDialog)
export const RenewScreen = lazyScreen<RenewProps>(async () => (await import('./renewing/RenewDialog.tsx')).RenewDialog)

/** Fetches the rest of the page, what is most often opened first. */
export const loadUserScreens = async (): Promise<void> => {
  for (const screen of [RosterScreen, PersonScreen, CreateScreen, EditScreen, RenewScreen, views.list, views.seats]) await screen.load()
}
