import type { Landing, LandingFigure } from '../customization.settings.contract.ts'

/** The landing page as administrators receive it, including hidden figures. */
export type WholeLanding = Omit<Landing, 'figures'> & { figures: LandingFigure[] }

/** The state and setters for one group of the landing form. */
export type LandingGroup = {
  draft: WholeLanding
  errors: Readonly<Record<string, string>>
  set: (change: Partial<WholeLanding>) => void
}
