import { limits } from '#contract/limits.ts'

/** The landing page shows no logo higher than this, in CSS pixels. */
export const maxLogo = 60

/**
 * Written out, because a page that is drawn on the server can carry classes and no styles. In the steps of the setting,
 * from its least to `maxLogo`.
 */
const heights = ['h-[20px]', 'h-[25px]', 'h-[30px]', 'h-[35px]', 'h-[40px]', 'h-[45px]', 'h-[50px]', 'h-[55px]', 'h-[60px]'] as const

export const logoHeight = (logoSize: number): string => {
  const step = Math.round((Math.min(logoSize, maxLogo) - limits.logoSizeMin) / limits.logoSizeStep)
  return heights[Math.max(0, step)] ?? heights[heights.length - 1] ?? ''
}
