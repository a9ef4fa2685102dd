import type { UserSlots } from '#people/users/web/userSlots.ts'
import { lazyScreen } from '#web/shell/screen.ts'

/** In and Out, in the student panel. */
export const visitsOnUsers: Pick<UserSlots, 'visits'> = {
  visits: lazyScreen(async () => (await import('#people/visits/web/PanelVisits.tsx')).PanelVisits),
}
