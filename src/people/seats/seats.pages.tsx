import type { PanelSlotProps, UserSlots } from '#people/users/web/userSlots.ts'
import { ahead, prefetch } from '#web/api/queryClient.ts'
import { lazyScreen } from '#web/shell/screen.ts'

/** The seat map, renewing and the choice of a slot, on the page of users. */
export const seatsOnUsers: Pick<UserSlots, 'seatMap' | 'prefetchSeats' | 'renew' | 'slotChips'> = {
  seatMap: lazyScreen(async () => (await import('#people/seats/web/SeatMap.tsx')).SeatMap),
  prefetchSeats: ahead(
    async () => (await import('#people/seats/seats.contract.ts')).seatsApi,
    (seatsApi) => prefetch(seatsApi.first),
  ),
  renew: lazyScreen(async () => (await import('#people/seats/web/renewing/RenewDialog.tsx')).RenewDialog),
  slotChips: lazyScreen(async () => (await import('#people/seats/web/SlotChips.tsx')).SlotChips),
}

/** In the student panel. */
export const seatsInPanel = [lazyScreen<PanelSlotProps>(async () => (await import('#people/seats/web/GiveAwayAction.tsx')).GiveAwayAction)]
