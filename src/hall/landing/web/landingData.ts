import type { Customization } from '#system/customization/customization.contract.ts'
import { sentCustomization } from '#web/shell/sentCustomization.ts'
import { type LandingData, landingDataId, type SentLanding } from '../landing.data.contract.ts'

const read = (): LandingData | undefined => {
  const text = document.getElementById(landingDataId)?.textContent
  if (!text || !sentCustomization) return undefined
  return { ...(JSON.parse(text) as SentLanding), customization: sentCustomization as unknown as Customization }
}

let data: LandingData | undefined
let isRead = false

/** Returns the data this page was rendered from. Undefined in development, and once live queries replace it. */
export const drawnFrom = (): LandingData | undefined => {
  if (!isRead) data = read()
  isRead = true
  return data
}

export const forgetDrawn = (): void => {
  isRead = true
  data = undefined
}
