import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'
import { printedBy } from './hall.ts'

/** Counts what a person does with mouse and keyboard. */
export type Count = {
  /** Clicks and taps, including those in the system's file dialog. */
  presses: number
  /** Enter, Tab, arrows, shortcuts, and letters that choose from a list, including Enter in the system's dialogs. */
  keys: number
  /** Typed text: names, numbers, sentences. */
  letters: number
  /** Swipes of a screen's height until the next target is in sight. */
  swipes: number
  /** Pages and dialogs that open on the way. */
  screens: number
}

const nothing = (): Count => ({ presses: 0, keys: 0, letters: 0, swipes: 0, screens: 0 })

/** How long a person takes for a letter, and to look at a page before each press. */
export type Pace = { letterMs: number; lookMs: number }
const quick: Pace = { letterMs: 15, lookMs: 0 }
/** The times of the keystroke-level model (Card, Moran and Newell, 1980): an average typist, and 1.35 s to decide, 1.1 s to point. */
export const asPeople: Pace = { letterMs: 280, lookMs: 2_450 }

/** A practised person at a page, who does everything by mouse and keyboard. Counts each step. */
export const handsAt = (page: Page, { letterMs, lookMs }: Pace = quick) => {
  const count = nothing()

  const bringIntoSight = async (what: Locator): Promise<void> => {
    await what.waitFor()
    const height = page.viewportSize()?.height ?? 0
    const box = await what.boundingBox()
    if (!box || !height) return
    // Ignores what is hidden in a list that scrolls separately; such lists are short here.
    const beyond = Math.max(box.y + box.height - height, -box.y)
    if (beyond > 0) count.swipes += Math.ceil(beyond / height)
  }

  const press = async (what: Locator): Promise<void> => {
    await bringIntoSight(what)
    await page.waitForTimeout(lookMs)
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
    await page.keyboard.type(text, { delay: letterMs })
    count.letters += [...text].length
  }
  /** Types into another field, which Tab leads to. */
  const fill = async (field: Locator, text: string): Promise<void> => {
    await field.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await type(text)
  }
  /** Opens a list of the system and presses an entry. */
  const choose = async (list: Locator, value: string): Promise<void> => {
    await bringIntoSight(list)
    await page.waitForTimeout(lookMs)
    await list.selectOption(value)
    count.presses += 2
  }
  /** The system's file dialog: one file is a press and Enter, a whole folder is Ctrl+A and Enter. */
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
  /** Waits until more than `before` papers were printed; `words` are on the last. */
  const printed = async (words: RegExp, before = 0): Promise<void> => {
    await expect.poll(async () => (await printedBy(page)).length, { timeout: 30_000 }).toBeGreaterThan(before)
    const paper = (await printedBy(page)).at(-1) ?? ''
    if (!words.test(paper)) throw new Error(`Printed was: ${paper}`)
  }
  /** Presses Enter on the print button and in the system's dialog. `words` are on the printed page. */
  const print = async (words: RegExp): Promise<void> => {
    const before = (await printedBy(page)).length
    await key('Enter')
    await printed(words, before)
    count.keys += 1
  }
  /** Waits for a new page or dialog, and counts it as a screen. */
  const arrive = async (what: Locator): Promise<void> => {
    await what.waitFor({ timeout: 30_000 })
    count.screens += 1
  }
  /** A new screen takes the focus a moment later; a person looks at it for longer than that. */
  const settled = (): Promise<void> => page.waitForTimeout(500)
  return { page, count, press, key, type, fill, choose, files, print, printed, arrive, settled }
}
export type Hands = ReturnType<typeof handsAt>
