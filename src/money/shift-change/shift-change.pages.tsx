import type { ChangeShiftProps, PanelSlotProps, ShiftHintProps, UserSlots } from '#people/users/web/userSlots.ts'
import { lazyScreen, type Screen } from '#web/shell/screen.ts'

/** Moving a student to another shift, for the seat map and the form of a student. */
export const shiftChangeOnUsers: Pick<UserSlots, 'changeShift' | 'shiftHint'> = {
  changeShift: lazyScreen<ChangeShiftProps>(async () => (await import('#money/shift-change/web/ShiftDialog.tsx')).ShiftDialog),
  shiftHint: lazyScreen<ShiftHintProps>(async () => (await import('#money/shift-change/web/ShiftHint.tsx')).ShiftHint),
}

/** The action in the student panel. */
export const shiftChangeInPanel: readonly Screen<PanelSlotProps>[] = [
  lazyScreen(async () => (await import('#money/shift-change/web/ShiftAction.tsx')).ShiftAction),
]
