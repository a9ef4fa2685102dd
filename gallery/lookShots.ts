import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { launch, lookNames, startLookHall, visitAll } from './lookHall.ts'
import { lookWidths } from './lookScreens.ts'

/**
 * Takes the twelve screens at both sizes in both looks into a folder: `users-1366-paper.png`. `checkout` is the folder of the version
 * that is shown, which may be an older one.
 */
export const takeLookShots = async (folder: string, checkout: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const hall = await startLookHall(resolve(checkout))
  const browser = await launch()
  try {
    for (const look of lookNames) {
      const isNight = !(await hall.wear(look)) && look === 'ink'
      for (const width of lookWidths)
        await visitAll({ hall, browser, widths: [width], isNight }, async (page, { name }) => {
          writeFileSync(join(folder, `${name}-${width}-${look}.png`), await page.screenshot({ animations: 'disabled' }))
        })
    }
  } finally {
    await browser.close()
    await hall.stop()
  }
}

/** At this standard deviation in pixels letters are gone, and only order, weight and colour remain. */
const blur = 8

/** Blurs every picture of a folder into another. */
export const blurShots = async (folder: string, into: string): Promise<void> => {
  mkdirSync(into, { recursive: true })
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.png')))
    await sharp(join(folder, file)).blur(blur).toFile(join(into, file))
}
