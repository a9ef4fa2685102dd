import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { transformWithOxc } from 'vite'
import { launch, startLookHall, visitAll } from './lookHall.ts'
import { borderedOf, excessOf, type OfScreen } from './lookLimits.ts'
import { type LookWidth, lookWidths } from './lookScreens.ts'
import type { Measured } from './measured.ts'

/** Measures what is in the window. */
export const measure = async (page: Page): Promise<Measured> => {
  const file = fileURLToPath(new URL('web/measure.ts', import.meta.url))
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  return page.evaluate<Measured>(code.replace('export {};', ''))
}

const print = (name: string, width: LookWidth, measured: Measured, isDetailed: boolean): void => {
  const figures = Object.entries({ ...measured, bordered: borderedOf(measured) })
  console.log(`${name} ${width}: ${figures.map(([what, each]) => `${what} ${each.length}`).join(', ')}`)
  if (isDetailed) for (const [what, each] of figures) console.log(`  ${what}: ${each.join(' | ')}`)
}

const measureAll = async (checkout: string, isDetailed: boolean): Promise<OfScreen[]> => {
  const hall = await startLookHall(resolve(checkout))
  const browser = await launch()
  const screens: OfScreen[] = []
  try {
    await hall.wear('paper')
    for (const width of lookWidths)
      await visitAll({ hall, browser, widths: [width] }, async (page, { name }) => {
        const measured = await measure(page)
        screens.push({ name, width, measured })
        print(name, width, measured, isDetailed)
      })
    return screens
  } finally {
    await browser.close()
    await hall.stop()
  }
}

/** Prints the figures of each screen at both sizes, and what exceeds the limits. `isDetailed` adds what was counted. */
export const printMeasures = async (checkout: string, isDetailed: boolean): Promise<void> => {
  const screens = await measureAll(checkout, isDetailed)
  const excess = excessOf(screens)
  if (excess.length > 0) console.error(`\nToo much:\n${excess.join('\n')}`)
  process.exitCode = excess.length > 0 ? 1 : 0
}
