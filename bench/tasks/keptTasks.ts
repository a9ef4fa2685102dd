import { expect, type Locator } from '@playwright/test'
import { starred } from '../../scripts/demoHall.ts'
import { counterPayer, neighbor, seated } from './hall.ts'
import type { Hands } from './hands.ts'
import { type Task, takePayment } from './tasks.ts'

/* Tasks that took little before the hall ran by itself. They are counted so that none of them comes to take more. */

/** Without a mouse, until the search is ready for the next student. */
const atCounter = async (hands: Hands): Promise<void> => {
  const { page } = hands
  const search = page.getByRole('combobox', { name: 'Student' })
  await expect(search).toBeFocused()
  await hands.type('zubin')
  await page.getByRole('option', { name: new RegExp(counterPayer.name) }).waitFor()
  await hands.key('Enter')
  const amount = page.getByRole('textbox', { name: /^Amount/ })
  await expect(amount).toBeFocused()
  await expect(amount).not.toHaveValue('')
  await takePayment(hands, counterPayer.name)
  await hands.key('Enter')
  await expect(search).toBeFocused()
}

const tile = ({ page }: Hands, name: string): Locator =>
  page
    .getByRole('grid', { name: 'Seats' })
    .getByRole('button', { name: new RegExp(name) })
    .first()

const exchange = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(tile(hands, seated.name))
  const move = page.getByRole('button', { name: 'Move or exchange seat' })
  await hands.arrive(move)
  await hands.press(move)
  await page.getByText(`Moving ${seated.name}`).waitFor()
  await hands.press(tile(hands, neighbor.name))
  const confirm = page.getByRole('button', { name: 'Exchange', exact: true })
  await hands.arrive(confirm)
  await expect(confirm).toBeFocused()
  await hands.key('Enter')
  await confirm.waitFor({ state: 'hidden' })
}

/** Opens a book that is shown by its cover. */
const readFromCover = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(page.locator('label', { has: page.getByRole('radio', { name: 'Covers' }) }))
  const book = page
    .getByRole('main')
    .getByText(starred[0] ?? '', { exact: true })
    .first()
  await hands.arrive(book)
  await hands.press(book)
  await hands.arrive(page.getByRole('group', { name: /^Page 1 of/ }).first())
}

/** The message waits until there is a network again, and is sent without a press. */
const writeWithoutNetwork = async (hands: Hands): Promise<void> => {
  const { page } = hands
  const first = page.getByRole('list', { name: 'Conversations' }).getByRole('button').first()
  await hands.press(first)
  await hands.arrive(page.getByRole('textbox', { name: /^Message to / }))
  await hands.settled()
  await page.context().setOffline(true)
  await hands.type('The hall opens at six.')
  await hands.key('Enter')
  const log = page.getByRole('log')
  await expect(log.getByText('The hall opens at six.')).toBeVisible()
  await expect(log.getByText(/^(Waiting for the network|Sending)/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(log.getByText(/^(Waiting for the network|Sending)/)).toHaveCount(0, { timeout: 60_000 })
  await expect(log.getByText('The hall opens at six.')).toBeVisible()
}

export const keptTasks: readonly Task[] = [
  { name: 'take a payment at the counter by keyboard', at: 'counter', from: '/fees/counter', run: atCounter, atMost: 5 },
  { name: 'exchange two seats', at: 'counter', from: '/users?view=seats', as: 'superadmin', run: exchange, atMost: 4 },
  { name: 'read a book from its cover', at: 'phone', from: '/documents', as: 'student', run: readFromCover, atMost: 2 },
  { name: 'write a chat message without a network', at: 'counter', from: '/chat', run: writeWithoutNetwork, atMost: 2 },
]
