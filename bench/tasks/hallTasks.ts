import type { Locator } from '@playwright/test'
import { behind, leaver, payer } from './hall.ts'
import type { Hands } from './hands.ts'
import type { Task } from './tasks.ts'

/*
 * The tasks of a hall that runs itself. Each begins on the page where a clerk works. Typing is counted in letters, with the Tab that
 * leads to the next field; Enter in the system's print dialog is not counted.
 */

const tile = ({ page }: Hands, name: RegExp): Locator => page.getByRole('grid', { name: 'Seats' }).getByRole('button', { name }).first()

const seatNew = async (hands: Hands): Promise<void> => {
  await hands.press(tile(hands, /afternoon: Free/))
  await addStudent(hands)
}

/** Fills in the form of a new student, which is open. */
export const addStudent = async (hands: Hands): Promise<void> => {
  const { page } = hands
  const form = page.getByRole('dialog', { name: 'Add User' })
  await hands.arrive(form.getByLabel('Name'))
  await hands.settled()
  await hands.type('Kiran Naik')
  await hands.fill(form.getByLabel('Phone'), '98450 98451')
  await hands.press(form.getByRole('button', { name: 'Create user' }))
  await hands.arrive(page.getByRole('dialog', { name: 'Account ready' }))
}

const renewAtMap = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(tile(hands, new RegExp(behind.name)))
  const renew = page
    .getByRole('dialog')
    .getByRole('button', { name: /^Renew/ })
    .first()
  await hands.arrive(renew)
  await hands.press(renew)
  const form = page.getByRole('dialog', { name: `Renew ${behind.name}` })
  await hands.arrive(form.getByText(/old dues/))
  await hands.settled()
  await hands.press(form.getByRole('button', { name: 'Renew and print' }))
  await hands.printed(new RegExp(`Receipt[^]*${behind.name}`))
}

const markPaid = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(page.getByRole('button', { name: new RegExp(`^Mark Paid: ${payer.name}`) }).first())
  const print = page.getByRole('region', { name: 'Fee marked as paid' }).getByRole('button', { name: 'Print' })
  await hands.press(print)
  await hands.printed(new RegExp(`Receipt[^]*${payer.name}`))
}

const leave = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(tile(hands, new RegExp(leaver.name)))
  const panel = page.getByRole('dialog').or(page.getByRole('complementary'))
  await hands.press(panel.getByRole('button', { name: 'More', exact: true }))
  const action = page.getByRole('button', { name: 'Student leaves' })
  await hands.press(action)
  const form = page.getByRole('dialog', { name: `${leaver.name} leaves` })
  await hands.arrive(form)
  await hands.press(form.getByRole('button', { name: /and leave$/ }))
  const print = page.getByRole('button', { name: 'Print statement' })
  await hands.arrive(print)
  await hands.press(print)
  await hands.printed(new RegExp(leaver.name))
}

const ROWS = 60
/** Names no other student has: 60 rows, of which two have a day that does not exist, one is a duplicate and one has no contact. */
const messyRegister = (): string => {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const written = ['+91 ', '0', ''][at % 3]
    const number = `97${String(31_000_000 + (at === 30 ? 0 : at) * 104_729).slice(0, 8)}`
    const joined = at === 11 || at === 40 ? '31/02/2026' : at % 2 === 0 ? '5 Nov 2026' : '05/11/2026'
    return [`  Register Student${at}`, at === 7 ? '' : `${written}${number}`, joined].join(',')
  })
  return ['नाम,Mobile No.,Date of joining', ...rows].join('\n')
}

const importSixty = async (hands: Hands): Promise<void> => {
  const { page } = hands
  const file = { name: 'register.csv', mimeType: 'text/csv', buffer: Buffer.from(messyRegister()) }
  await hands.files(page.getByText(/^Choose a file/).first(), file)
  const submit = page.getByRole('button', { name: /^Import \d+ rows?, download/ })
  await hands.arrive(submit)
  await hands.press(submit)
  const print = page.getByRole('button', { name: 'Print slips' })
  await hands.arrive(print)
  await hands.press(print)
  // The page itself is printed.
  await hands.printed(/^/)
  await page.getByText('Register Student59').first().waitFor()
}

/** What a clerk counts on an ordinary day: there is no difference, which would have to be confirmed by another press. */
const inTheBox = async ({ page }: Hands): Promise<string> => {
  const authorization = await page.evaluate<string>("localStorage.getItem('token')")
  const response = await page.request.get(new URL('/api/user/fees/closings/cash', page.url()).href, { headers: { authorization } })
  return String(((await response.json()) as { expected: number }).expected)
}

const close = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(page.getByRole('button', { name: 'Close the day' }).first())
  const form = page.getByRole('dialog', { name: 'Close the day' })
  await hands.arrive(form.getByRole('textbox', { name: /^Cash counted/ }))
  await hands.settled()
  await hands.fill(form.getByRole('textbox', { name: /^Cash counted/ }), await inTheBox(hands))
  await hands.press(form.getByRole('button', { name: 'Close the day' }))
  await hands.arrive(page.getByRole('dialog', { name: /^Closing of/ }))
}

export const hallTasks: readonly Task[] = [
  { name: 'seat a new student at the map', at: 'counter', from: '/users?view=seats', run: seatNew, atMost: 3 },
  { name: 'renew a student who owes, at the map', at: 'counter', from: '/users?view=seats', run: renewAtMap, atMost: 3 },
  { name: 'Mark Paid, with the receipt', at: 'counter', from: '/fees', run: markPaid, atMost: 2 },
  { name: 'a student leaves', at: 'counter', from: '/users?view=seats', run: leave, atMost: 5 },
  { name: 'import 60 messy rows', at: 'counter', from: '/users/import', run: importSixty, atMost: 6 },
  { name: 'close the day', at: 'counter', from: '/fees/month-end', run: close, atMost: 3 },
]
