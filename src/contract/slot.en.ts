import type { Slot } from './terms.ts'

/** The names of the slots, apart from the other terms because the landing page loads no date formats. */
export const slotEn = { morning: 'Morning', afternoon: 'Afternoon', 'full-day': 'Full-day' } satisfies Record<Slot, string>
