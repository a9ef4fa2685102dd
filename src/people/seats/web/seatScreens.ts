import type { OutagesProps } from '#people/rooms/web/OutagesDialog.tsx'
import { InsideScreen } from '#people/visits/web/visitScreens.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import type { FreeSeatDialogProps } from './FreeSeatDialog.tsx'
import type { FreeAtRowProps } from './freeAt/FreeAtRow.tsx'
import type { MoveDialogProps } from './MoveDialog.tsx'

/** Dialogs over the map are loaded when they open. */
export const FreeSeatScreen = lazyScreen<FreeSeatDialogProps>(async () => (await import('./FreeSeatDialog.tsx')).FreeSeatDialog)
export const MoveScreen = lazyScreen<MoveDialogProps>(async () => (await import('./MoveDialog.tsx')).MoveDialog)

export const OutagesScreen = lazyScreen<OutagesProps>(async () => (await import('#people/rooms/web/OutagesDialog.tsx')).OutagesDialog)

/** The row below the toolbar once a time is chosen for which free seats are wanted. */
export const FreeAtScreen = lazyScreen<FreeAtRowProps>(async () => (await import('./freeAt/FreeAtRow.tsx')).FreeAtRow)

/** The printed page. It is loaded after the map, because the browser does not wait when printing. */
export const SheetScreen = lazyScreen(async () => (await import('./SeatSheet.tsx')).SeatSheet)

export const loadSeatScreens = async (): Promise<void> => {
  await Promise.all([FreeAtScreen, FreeSeatScreen, MoveScreen, SheetScreen, InsideScreen, OutagesScreen].map((screen) => screen.load()))
}
