import type { FiguresSlotProps, UserSlots } from '#people/users/web/userSlots.ts'
import { lazyScreen } from '#web/shell/screen.ts'

/** The figures above the list of people. */
export const figuresOnUsers: Pick<UserSlots, 'figures'> = {
  figures: lazyScreen<FiguresSlotProps>(async () => (await import('#money/figures/web/FigureStrip.tsx')).FigureStrip),
}
