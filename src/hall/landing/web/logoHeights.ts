import { customizationLimits } from '#system/customization/customization.limits.ts'

/** Maximum height of the logo on the landing page, in CSS pixels. */
const maxLogo = 60

/**
 * Written out, because a server-rendered page can have classes but no inline styles. The steps of the setting, from its minimum to
 * `maxLogo`.
 */
const heights = ['h-[20px]', 'h-[25px]', 'h-[30px]', 'h-[35px]', 'h-[40px]', 'h-[45px]', 'h-[50px]', 'h-[55px]', 'h-[60px]'] as const

export const logoHeight = (logoSize: number): string => {
  const step = Math.round((Math.min(logoSize, maxLogo) - customizationLimits.logoSizeMin) / customizationLimits.logoSizeStep)
  return heights[Math.max(0, step)] ?? heights[heights.length - 1] ?? ''
}
