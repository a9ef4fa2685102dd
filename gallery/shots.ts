import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../scripts/chromium.ts'
import { frameScript, type Hall, startHall } from './halls.ts'
import { chooseStudent, openReader } from './lookScreens.ts'
import { screens } from './pages.ts'
import type { Viewer } from './screens.ts'
import { stillness } from './stillness.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

type Shot = {
  name: string
  as: Viewer
  path: string
  size: typeof desktop
  /** Prepares the page for the picture. */
  act: (page: Page) => Promise<void>
  /** The part of the page that is in the picture; by default what is in sight. */
  of?: string
}

const shots: readonly Shot[] = [
  {
    name: 'seat-map',
    as: 'manager',
    path: '/users?view=seats',
    size: desktop,
    act: (page) => page.getByRole('grid').waitFor(),
  },
  {
    name: 'counter',
    as: 'manager',
    path: '/fees/counter',
    size: desktop,
    act: chooseStudent,
  },
  {
    name: 'reader',
    as: 'student',
    path: '/documents',
    size: phone,
    act: openReader,
  },
  {
    name: 'receipt',
    as: 'manager',
    path: '/receipts/:id',
    size: desktop,
    act: (page) => page.locator('.paper').waitFor(),
    of: '.paper',
  },
  { name: 'landing', as: 'anyone', path: '/landing', size: desktop, act: (page) => page.getByRole('heading').first().waitFor() },
]

const take = async (browser: Browser, { origin, sessions, paths }: Hall, shot: Shot): Promise<Buffer> => {
  const path = paths[screens.findIndex((screen) => screen.path === shot.path)] ?? shot.path
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: shot.size,
    deviceScaleFactor: shot.size === phone ? 2 : 1,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(await frameScript(sessions, `${shot.as}.filled.light`))
  // Notices would cover the subject of the picture.
  await context.route('**/api/notice/user*', (route) => route.fulfill({ json: { items: [], total: 0 } }))
  const page = await context.newPage()
  await page.goto(origin + path)
  await shot.act(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(stillness)
  const png = await (shot.of ? page.locator(shot.of) : page).screenshot()
  await context.close()
  return png
}

const folder = 'docs/pictures'
/** A documentation page loads all of them at once. */
const mostBytes = 150_000

/** Takes the pictures of the README from the built product, filled as the demo is. */
export const takeShots = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const data = mkdtempSync(join(tmpdir(), 'carrel-shots-'))
  const hall = await startHall('filled', 'scripts/start.mjs', data)
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: await findChromium(), args })
  try {
    for (const shot of shots) {
      const picture = await sharp(await take(browser, hall, shot))
        .webp({ quality: 82 })
        .toBuffer()
      if (picture.length > mostBytes) throw new Error(`${shot.name} has ${picture.length} bytes, more than ${mostBytes}.`)
      writeFileSync(join(folder, `${shot.name}.webp`), picture)
      console.log(`${shot.name}.webp ${picture.length.toLocaleString('en')} bytes`)
    }
  } finally {
    await browser.close()
    await hall.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
