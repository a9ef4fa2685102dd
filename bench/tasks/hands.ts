import type { FileChooser, Locator, Page } from '@playwright/test'
import { printedBy } from './institution.ts'

/** What a person does with mouse and keyboard. */
export type Count = {
  /** Clicks and taps, those in the system's own file dialog included. */
  presses: number
  /** Enter, Tab, arrows, shortcuts, and letters that choose from a list; Enter in the system's own dialogs too. */
  keys: number
  /** What is typed as text: names, numbers, sentences. */
  letters: number
  /** Swipes of a screen's height until what is pressed next is in sight. */
  swipes: number
  /** Pages and dialogs that come up on the way. */
  screens: number
}

const nothing = (): Count => ({ presses: 0, keys: 0, letters: 0, swipes: 0, screens: 0 })

/** A practised person at a page: does everything by the mouse and the keyboard alone, and counts. */
export const handsAt = (page: Page) => {
  const count = nothing()

  const bringIntoSight = async (what: Locator): Promise<void> => {
    await what.waitFor()
    const height = page.viewportSize()?.height ?? 0
    const box = await what.boundingBox()
    if (!box || !height) return
    // What lies hidden within a list that scrolls by itself is not told apart; such lists are short here.
    const beyond = Math.max(box.y + box.height - height, -box.y)
    if (beyond > 0) count.swipes += Math.ceil(beyond / height)
  }

  const press = async (what: Locator): Promise<void> => {
    await bringIntoSight(what)
    await what.click()
    count.presses += 1
  }
  const key = async (...keys: string[]): Promise<void> => {
    for (const each of keys) {
      await page.keyboard.press(each)
      count.keys += 1
    }
  }
  const type = async (text: string): Promise<void> => {
    await page.keyboard.type(text, { delay: 15 })
    count.letters += [...text].length
  }
  /** The system's own dialog: one file is a press on it and Enter, all of a folder are Ctrl+A and Enter. */
  const files = async (opener: Locator, chosen: Parameters<FileChooser['setFiles']>[0]): Promise<void> => {
    const dialog = page.waitForEvent('filechooser')
    await press(opener)
    await (await dialog).setFiles(chosen)
    if (Array.isArray(chosen) && chosen.length > 1) count.keys += 2
    else {
      count.presses += 1
      count.keys += 1
    }
  }
  /** Enter on what prints, and Enter in the system's own dialog. What is on the paper has these words. */
  const print = async (words: RegExp): Promise<void> => {
    const before = (await printedBy(page)).length
    await key('Enter')
    await page.waitForFunction(`printed.length > ${before}`)
    const paper = (await printedBy(page)).at(-1) ?? ''
    if (!words.test(paper)) throw new Error(`Printed was: ${paper}`)
    count.keys += 1
  }
  /** Waits until something is there: a new page or a dialog, which is one screen more. */
  const arrive = async (what: Locator): Promise<void> => {
    await what.waitFor({ timeout: 30_000 })
    count.screens += 1
  }
  /** What has come up takes the focus a moment later; a person looks at it for longer than that. */
  const settled = (): Promise<void> => page.waitForTimeout(500)
  return { page, count, press, key, type, files, print, arrive, settled }
}
export type Hands = ReturnType<typeof handsAt>
