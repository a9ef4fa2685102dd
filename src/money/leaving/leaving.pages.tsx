import type { PanelSlotProps } from '#people/users/web/userSlots.ts'
import { lazyScreen, type Screen } from '#web/shell/screen.ts'

/** The action of a leaving student, in the student panel. */
export const leavingInPanel: readonly Screen<PanelSlotProps>[] = [
  lazyScreen(async () => (await import('#money/leaving/web/LeaveAction.tsx')).LeaveAction),
]
