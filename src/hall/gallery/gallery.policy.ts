import { galleryLimits } from './gallery.contract.ts'

/**
 * Returns the order of a new picture without one: after all others, where `highest` is the highest order in use. While every order is 0 the
 * new one is 0 too, because of two pictures with equal order the older is shown first.
 */
export const orderOfNew = (highest: number): number => (highest === 0 ? 0 : Math.min(highest + 1, galleryLimits.order))
