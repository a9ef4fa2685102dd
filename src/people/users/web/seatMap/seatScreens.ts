import { lazyScreen } from '#web/shell/screen.ts'
import type { FreeSeatDialogProps } from './FreeSeatDialog.tsx'
import type { KeptSeatDialogProps } from './KeptSeatDialog.tsx'
import type { MoveDialogProps } from './MoveDialog.tsx'

/** What opens over the map is fetched when someone opens it. */
export const FreeSeatScreen = lazyScreen<FreeSeatDialogProps>(async () => (await import('./FreeSeatDialog.tsx')).FreeSeatDialog)
export const KeptSeatScreen = lazyScreen<KeptSeatDialogProps>(async () => (await import('./KeptSeatDialog.tsx')).KeptSeatDialog)
export const MoveScreen = lazyScreen<MoveDialogProps>(async () => (await import('./MoveDialog.tsx')).MoveDialog)

/** What is printed; fetched after the map, since the browser prints without waiting. */
export const SheetScreen = lazyScreen(async () => (await import('./SeatSheet.tsx')).SeatSheet)

export const loadSeatScreens = async (): Promise<void> => {
  await Promise.all([FreeSeatScreen, KeptSeatScreen, MoveScreen, SheetScreen].map((screen) => screen.load()))
}
