import { mkdirSync } from 'node:fs'
import { chromium, expect } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import type { Result } from '../measure.ts'
import { fileHere, freePort, startServer } from '../processes.ts'
import { password } from './hall.ts'
import { asPeople, type Hands, handsAt } from './hands.ts'

const TARGET_SECONDS = 180

const setUp = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.arrive(page.getByLabel('Hall name'))
  await hands.fill(page.getByLabel('Hall name'), 'Saraswati Hall')
  await hands.fill(page.getByLabel('Your name'), 'Meera Iyer')
  await hands.fill(page.getByLabel('Email'), 'meera@example.org')
  await hands.fill(page.getByLabel(/^Password/), password)
  await hands.press(page.getByRole('button', { name: 'Create account' }))
  for (const step of ['name', 'look', 'seats']) {
    await page.waitForURL(new RegExp(`step=${step}`))
    await hands.arrive(page.getByRole('button', { name: 'Save and continue' }))
    await hands.press(page.getByRole('button', { name: 'Save and continue' }))
  }
  await hands.arrive(page.getByLabel(/^Monthly fee/))
  await hands.fill(page.getByLabel(/^Monthly fee/), '900')
  await hands.fill(page.getByLabel('UPI id'), 'saraswati@okbank')
  await hands.fill(page.getByRole('textbox', { name: 'Address' }), '12, Station Road, Pune')
  await hands.press(page.getByRole('button', { name: 'Save and open the seat map' }))
}

const seatFirst = async (hands: Hands): Promise<void> => {
  const { page } = hands
  const seat = page.getByRole('grid', { name: 'Seats' }).getByRole('button', { name: /Free/ }).first()
  await hands.arrive(seat)
  await hands.press(seat)
  await hands.press(page.getByRole('button', { name: 'Add someone new' }))
  const form = page.getByRole('dialog', { name: 'Add User' })
  await hands.arrive(form)
  await hands.fill(form.getByLabel('Name'), 'Asha Kulkarni')
  await hands.fill(form.getByLabel('Phone'), '9820628374')
  await hands.press(form.getByRole('button', { name: 'Create user' }))
  const ready = page.getByRole('dialog', { name: 'Account ready' })
  await hands.arrive(ready)
  await hands.press(ready.getByRole('button', { name: 'Take payment' }))
  await ready
    .getByRole('paragraph')
    .filter({ hasText: /^\d{4}-\d\d\/000001$/ })
    .waitFor()
}

/** Measures the time from the start of the server on an empty folder to the first receipt, at the pace of a person. */
export const measureFirstReceipt = async (dataDir: string): Promise<Result> => {
  mkdirSync(dataDir)
  const port = await freePort()
  const from = performance.now()
  const carrel = await startServer([fileHere('../scripts/start.mjs')], port, { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--no-first-run'] })
  const target = { what: 'from an empty folder to the first receipt', unit: 's', atMost: TARGET_SECONDS }
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const link = () => /\/setup#key=[\w-]+(?=\n)/.exec(carrel.printed())?.[0]
    await expect.poll(link).toBeTruthy()
    await page.goto(`${carrel.origin}${link()}`)
    const hands = handsAt(page, asPeople)
    await setUp(hands)
    await seatFirst(hands)
    const { presses, letters, screens } = hands.count
    const note = `${presses} presses, ${letters} letters, ${screens} screens`
    return { ...target, measured: (performance.now() - from) / 1_000, note }
  } catch (error) {
    console.error(`${target.what}: ${error instanceof Error ? error.message : error}`)
    return { ...target, measured: Number.POSITIVE_INFINITY, note: 'It could not be done.' }
  } finally {
    await browser.close()
    await carrel.stop()
  }
}
