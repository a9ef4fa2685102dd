import type { PanelSlotProps, UserSlots } from '#people/users/web/userSlots.ts'
import { lazyScreen } from '#web/shell/screen.ts'

/** The seat map and renewing, on the page of users. */
export const seatsOnUsers: Pick<UserSlots, 'seatMap' | 'renew'> = {
  seatMap: lazyScreen(async () => (await import('#people/seats/web/SeatMap.tsx')).SeatMap),
  renew: lazyScreen(async () => (await import('#people/seats/web/renewing/RenewDialog.tsx')).RenewDialog),
}

/** In the student panel. */
export const seatsInPanel = [lazyScreen<PanelSlotProps>(async () => (await import('#people/seats/web/GiveAwayAction.tsx')).GiveAwayAction)]
