import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { categoriesApi } from '#library/categories/categories.contract.ts'
import { leave, signIn } from '#web/api/session.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { openAtFirst, wayToBranch } from './branches.ts'
import { documentsKept, keepDocuments } from './documentsKept.ts'
import { document, everythingInView, history, libraryOf, node, physics, show, treeOf } from './testing/library.tsx'

beforeEach(everythingInView)

const library = libraryOf(document('optics', 'Optics', physics), document('rome', 'Rome', history), document('loose', 'Loose', null))
const branch = (name: RegExp, expanded: boolean) => screen.findByRole('button', { name, expanded })
const as = (id: string) => signIn({ token: id, user: { _id: id, name: id, email: `${id}@example.org`, role: 'student' } })

test('on the first visit only the branches with the first documents are open', async () => {
  show('student', library)
  expect(await screen.findByRole('button', { name: 'Optics' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Physics/, expanded: true })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^History/, expanded: false })).toBeTruthy()
  expect(screen.queryByText('Rome')).toBeNull()
})

test('opens Uncategorized if no category has documents', () => {
  expect(openAtFirst(treeOf([document('loose', 'Loose', null)]))).toEqual(['none'])
  expect(openAtFirst(treeOf([]))).toEqual([])
})

test('the path to a category consists of its ancestors and itself', () => {
  const tree = treeOf([])
  expect(wayToBranch(tree, 'physics')).toEqual(['science', 'physics'])
  expect(wayToBranch(tree, 'none')).toEqual(['none'])
  expect(wayToBranch(tree, 'unknown')).toEqual([])
})

test('open branches survive a reload and the next sign-in, and are separate for each person', async () => {
  const first = show('student', library)
  await first.user.click(await branch(/^Science/, true))
  await first.user.click(await branch(/^History/, false))
  expect(await screen.findByText('Rome')).toBeTruthy()
  first.unmount()
  leave()

  const other = show('manager', library)
  expect(await branch(/^History/, false)).toBeTruthy()
  expect(await branch(/^Science/, true)).toBeTruthy()
  other.unmount()
  leave()

  show('student', library)
  expect(await screen.findByText('Rome')).toBeTruthy()
  expect(await branch(/^Science/, false)).toBeTruthy()
})

test('a library with all branches closed stays closed', async () => {
  const first = show('student', library)
  await first.user.click(await screen.findByRole('button', { name: 'Collapse All' }))
  first.unmount()
  show('student', library)
  expect(await branch(/^Science/, false)).toBeTruthy()
})

test('ignores a deleted category', async () => {
  as('student-1')
  keepDocuments({ open: ['gone', 'history'] })
  show('student', [...library, reply(categoriesApi.tree, { ...treeOf([]), total: 1, items: [node(history)] })])
  expect(within((await branch(/^History/, true)).closest('li') as HTMLElement).getByText('No documents in this category')).toBeTruthy()
})

test('a device remembers the last twenty people and a limited number of branches for each', () => {
  const many = Array.from({ length: 1_500 }, (_, index) => `category-${index}`)
  for (let person = 0; person < 25; person++) {
    as(`person-${person}`)
    keepDocuments({ open: many })
  }
  as('person-4')
  expect(documentsKept()).toEqual({})
  as('person-5')
  expect(documentsKept().open).toHaveLength(1_000)
})

test.each(['not json', '{"a":1}', '[["student-1",{"open":[1,"history"],"view":"sideways"}]]', '[null,7]'])(
  'ignores stored data of another kind: %s',
  async (written) => {
    window.localStorage.setItem('documents page', written)
    show('student', library)
    expect(await branch(/^History/, written.includes('history'))).toBeTruthy()
  },
)
