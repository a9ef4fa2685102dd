import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { transformWithOxc } from 'vite'
import { launch, startLookHall, visitAll } from './lookHall.ts'
import { lookWidths } from './lookScreens.ts'
import type { Measured } from './measured.ts'

/** Measures what is in the window. */
export const measure = async (page: Page): Promise<Measured> => {
  const file = fileURLToPath(new URL('web/measure.ts', import.meta.url))
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  return page.evaluate<Measured>(code.replace('export {};', ''))
}

/** Prints the figures of each screen at both sizes. `isDetailed` adds what was counted. */
export const printMeasures = async (checkout: string, isDetailed: boolean): Promise<void> => {
  const hall = await startLookHall(resolve(checkout))
  const browser = await launch()
  try {
    await hall.wear('paper')
    for (const width of lookWidths)
      await visitAll({ hall, browser, width }, async (page, { name }) => {
        const figures = Object.entries(await measure(page))
        console.log(`${name} ${width}: ${figures.map(([what, each]) => `${what} ${each.length}`).join(', ')}`)
        if (isDetailed) for (const [what, each] of figures) console.log(`  ${what}: ${each.join(' | ')}`)
      })
  } finally {
    await browser.close()
    await hall.stop()
  }
}
