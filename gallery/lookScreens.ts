import type { Page } from '@playwright/test'
import type { Viewer } from './screens.ts'

/** The windows of a counter and of a cheap phone. */
export const lookSizes = {
  1366: { width: 1366, height: 768 },
  360: { width: 360, height: 740 },
} as const
export type LookWidth = keyof typeof lookSizes
export const lookWidths: readonly LookWidth[] = [1366, 360]

/** A document of the demo. */
const book = 'Indian Economy in Brief'

const isOpen = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()

/** Opens a document of the list at its seventh page. */
export const openReader = async (page: Page): Promise<void> => {
  await page.getByPlaceholder('Search documents and categories...').fill(book)
  await page.getByRole('button', { name: book, exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Page' }).fill('7')
  await page.keyboard.press('Enter')
  await page
    .getByRole('group', { name: /^Page 7 of/ })
    .locator('canvas')
    .waitFor()
  await page.mouse.move(0, 0)
  await page.evaluate('document.activeElement.blur()')
}

/** Chooses a student at the counter. */
export const chooseStudent = async (page: Page): Promise<void> => {
  await page.getByRole('combobox', { name: 'Student' }).fill('Asha')
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: /^Amount/ }).waitFor()
}

export type LookScreen = {
  name: string
  as: Viewer
  path: string
  /** A call whose reply has the id for `:id`. */
  ids?: string
  /** What its person came to ask: what remains of the picture at a blur of 8 px must answer it. */
  question: string
  /** Brings the page to what the picture shows. */
  act: (page: Page) => Promise<void>
}

/** The twelve screens by which the look is judged: `docs/look.md`. */
export const lookScreens: readonly LookScreen[] = [
  {
    name: 'landing',
    as: 'anyone',
    path: '/landing',
    question: 'What hall is this, is it open now, what does it cost, and how do I reach it?',
    act: (page) => page.getByRole('heading').first().waitFor(),
  },
  {
    name: 'sign-in',
    as: 'anyone',
    path: '/login',
    question: 'Where do I type, and what do I press?',
    act: (page) => page.getByLabel('Email').waitFor(),
  },
  {
    name: 'dashboard',
    as: 'student',
    path: '/dashboard',
    question: 'Where was I, what is new, and what do I owe?',
    act: isOpen,
  },
  {
    name: 'documents',
    as: 'student',
    path: '/documents',
    question: 'Which documents are there, and where do I search?',
    act: isOpen,
  },
  { name: 'reader', as: 'student', path: '/documents', question: 'What does the page say?', act: openReader },
  {
    name: 'chat',
    as: 'student',
    path: '/chat',
    question: 'Who wrote what, and where do I answer?',
    act: async (page) => {
      await page.locator('[data-conversation=general]').click()
      await page.getByRole('textbox', { name: /^Message/ }).waitFor()
      await page.mouse.move(0, 0)
    },
  },
  {
    name: 'users',
    as: 'manager',
    path: '/users',
    question: 'Who is it, on which seat, until when, and whose account needs attention?',
    act: (page) => page.getByRole('table', { name: 'Users' }).getByRole('row').nth(2).waitFor(),
  },
  {
    name: 'seat-map',
    as: 'manager',
    path: '/users?view=seats',
    question: 'Which seats are free, and whose end soon?',
    act: (page) => page.getByRole('grid').waitFor(),
  },
  {
    name: 'student-panel',
    as: 'manager',
    path: '/users?person=:id',
    ids: '/user?role=student&limit=1&search=Asha',
    question: 'Who is it, and what is owed or paid?',
    act: (page) => page.getByText('Asha Kulkarni').last().waitFor(),
  },
  { name: 'counter', as: 'manager', path: '/fees/counter', question: 'Whom do I charge, and how much?', act: chooseStudent },
  {
    name: 'fees',
    as: 'manager',
    path: '/fees',
    question: 'How much came in, how much is missing, and who owes it?',
    act: (page) => page.getByRole('table').first().waitFor(),
  },
  {
    name: 'month-end',
    as: 'admin',
    path: '/fees/month-end',
    question: 'What came in, more or less than the month before?',
    act: isOpen,
  },
]
