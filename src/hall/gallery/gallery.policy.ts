import { limits } from '#contract/limits.ts'

/**
 * The order of a new picture that is given none: behind all others, the highest of which is `highest`. While all have 0, so has
 * the new one, because the older of two with one order is shown first.
 */
export const orderOfNew = (highest: number): number => (highest === 0 ? 0 : Math.min(highest + 1, limits.galleryOrder))
