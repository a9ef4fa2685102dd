import type { Locator } from '@playwright/test'
import { picture } from '#server/testing/pictures.ts'
import { pdfBytes } from '../library.ts'
import { accounts, found, late, password } from './hall.ts'
import type { Hands } from './hands.ts'

export type Task = {
  name: string
  /** At the counter or an office computer, on the dashboard; or on a phone, at the sign-in page. */
  at: 'counter' | 'office' | 'phone'
  /** The page where it begins, if not the dashboard. */
  from?: string
  /** Who does it at the counter, or on a phone without signing in first. */
  as?: keyof typeof accounts
  run: (hands: Hands) => Promise<void>
  /** Presses and keys together. */
  atMost: number
}

const menu = ({ page }: Hands, name: RegExp): Locator => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name })

/** Opens someone's dialog from any page. */
const openPerson = async (hands: Hands, text: string, name: string): Promise<void> => {
  await hands.key('Control+k')
  await hands.arrive(hands.page.getByRole('searchbox', { name: /^Search pages/ }))
  await hands.type(text)
  await hands.page.getByRole('option', { name: new RegExp(name) }).waitFor()
}

/** The amount is filled in: Enter takes it, and Enter prints the receipt. */
export const takePayment = async (hands: Hands, name: string): Promise<void> => {
  const { page } = hands
  await page.getByRole('textbox', { name: /^Amount/ }).waitFor()
  await hands.settled()
  await hands.key('Enter')
  await hands.arrive(page.getByRole('button', { name: 'Print receipt' }))
  await hands.settled()
  await hands.print(new RegExp(`Receipt[^]*${name}`))
}

const ofToday = (hands: Hands, name: RegExp): Locator => hands.page.getByRole('region', { name: 'Today' }).getByRole('link', { name })

const seat = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(ofToday(hands, /afternoon seats? free/))
  const free = page.getByRole('button', { name: /afternoon:.*free/i }).first()
  await hands.arrive(free)
  await hands.press(free)
  const form = page.getByRole('dialog')
  await hands.arrive(form.getByLabel('Name'))
  await hands.settled()
  await hands.type('Kavita Rao')
  await hands.key('Tab')
  await hands.type('9845098450')
  await hands.key('Enter')
  await hands.arrive(page.getByRole('button', { name: 'Print slip' }))
  await hands.settled()
  await hands.print(/[a-z]{4}-[a-z]{4}-[a-z]{4}-\d\d/)
  await takePayment(hands, 'Kavita Rao')
  await hands.key('Enter')
  await form.waitFor({ state: 'hidden' })
}

const renew = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await openPerson(hands, 'farhan l', late.name)
  await hands.key('Enter')
  const dialog = page.getByRole('dialog')
  await hands.arrive(dialog.getByRole('button', { name: /^Renew/ }))
  await hands.press(dialog.getByRole('button', { name: /^Renew/ }))
  await hands.arrive(dialog.getByText(/^Until /))
  const form = page.getByRole('dialog', { name: `Renew ${late.name}` })
  await form.getByText(/old dues/).waitFor()
  await hands.settled()
  // Prints by itself: Enter is pressed in the system's own dialog.
  await hands.press(form.getByRole('button', { name: 'Renew and print' }))
  await hands.arrive(page.getByRole('button', { name: 'Print receipt' }))
  await hands.printed(new RegExp(`Receipt[^]*${late.name}`))
  hands.count.keys += 1
}

const publish = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(menu(hands, /^Notices/))
  await hands.arrive(page.getByRole('button', { name: 'New Notice' }))
  await hands.press(page.getByRole('button', { name: 'New Notice' }))
  const form = page.getByRole('dialog')
  await hands.arrive(form.getByLabel('Title'))
  await hands.settled()
  await hands.type('Holiday on Friday')
  await hands.key('Tab')
  await hands.type('The hall is closed on Friday.')
  await hands.files(form.getByText('Choose a file'), { name: 'holiday.png', mimeType: 'image/png', buffer: await picture() })
  await hands.press(form.getByRole('button', { name: 'Save notice' }))
  await form.waitFor({ state: 'hidden' })
}

const answer = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(menu(hands, /^Chat(?! M)/))
  const first = page.getByRole('list', { name: 'Conversations' }).getByRole('button').first()
  await hands.arrive(first)
  await hands.press(first)
  await hands.arrive(page.getByRole('textbox', { name: /^Message to / }))
  await hands.settled()
  await hands.type('Yes, until 9 pm.')
  await hands.key('Enter')
  await page.getByRole('log').getByText('Yes, until 9 pm.').waitFor()
}

/** The result shows the name, the seat and the number. */
const findPhone = async (hands: Hands): Promise<void> => openPerson(hands, found.phone.replace(' ', ''), found.name)

const uploadTwenty = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(menu(hands, /^Upload Document/))
  await hands.arrive(page.getByText('Choose files').or(page.getByText('Choose a file')).first())
  const chosen = Array.from({ length: 20 }, (_, index) => ({
    name: `Chapter_${index + 1}.pdf`,
    mimeType: 'application/pdf',
    buffer: pdfBytes(2_000 + index),
  }))
  await hands.files(page.getByText(/^Choose (a file|files)/).first(), chosen)
  await page.getByText('Chapter 20').first().or(page.getByLabel('Category')).first().waitFor()
  await hands.settled()
  await hands.key('s')
  await hands.press(page.getByRole('button', { name: /^Upload 20/ }))
  await page.waitForURL(/\/documents/, { timeout: 60_000 })
  await hands.arrive(page.getByRole('heading', { name: 'Documents' }))
}

const goOnReading = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(page.getByLabel('Email'))
  await hands.type(accounts.student.email)
  await hands.press(page.getByLabel(/^Password/))
  await hands.type(password)
  await hands.key('Enter')
  const begun = page.getByRole('region', { name: 'Continue reading' }).getByRole('link').first()
  await hands.arrive(begun)
  await hands.settled()
  await hands.press(begun)
  await hands.arrive(page.getByRole('group', { name: /^Page \d+ of/ }).first())
}

export const everydayTasks: readonly Task[] = [
  { name: 'seat a new student', at: 'counter', run: seat, atMost: 10 },
  { name: 'renew a student who is two months behind', at: 'counter', run: renew, atMost: 7 },
  { name: 'publish a notice with a picture', at: 'counter', run: publish, atMost: 7 },
  { name: 'answer a chat', at: 'counter', run: answer, atMost: 3 },
  { name: 'find whose phone this is', at: 'counter', run: findPhone, atMost: 1 },
  { name: 'upload twenty PDFs', at: 'counter', run: uploadTwenty, atMost: 6 },
  { name: 'go on reading on another phone', at: 'phone', run: goOnReading, atMost: 4 },
]
