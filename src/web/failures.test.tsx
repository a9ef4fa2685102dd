import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { homeApi } from '#home/dashboard/dashboard.contract.ts'
import { DashboardPage } from '#home/dashboard/web/DashboardPage.tsx'
import { DocumentsPage } from '#library/browsing/web/DocumentsPage.tsx'
import { document, everythingInView, history, libraryOf, treeOf } from '#library/browsing/web/testing/library.tsx'
import { categoriesApi } from '#library/categories/categories.contract.ts'
import { CategoriesPage } from '#library/categories/web/CategoriesPage.tsx'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { favoritesApi } from '#library/favorites/favorites.contract.ts'
import { FavoritesPage } from '#library/favorites/web/FavoritesPage.tsx'
import { UploadPage } from '#library/upload/web/UploadPage.tsx'
import { accountsApi } from '#people/accounts/accounts.contract.ts'
import { LoginPage } from '#people/accounts/web/LoginPage.tsx'
import { SessionsDialog } from '#people/accounts/web/SessionsDialog.tsx'
import { usersApi } from '#people/users/users.contract.ts'
import { person } from '#people/users/web/testing/usersPage.tsx'
import { UsersPage } from '#people/users/web/UsersPage.tsx'
import { eagerScreen } from './shell/screen.ts'
import { type FakeReply, refuse, reply, unreachable } from './testing/fakeServer.ts'
import { renderPage } from './testing/renderPage.tsx'

type Screen = {
  page: ReactNode
  as?: Role
  /** The call that fails. */
  endpoint: Endpoint
  /** The other replies of the server. */
  replies?: readonly FakeReply[]
  /** The steps to the call, if opening the page does not make it. */
  act?: (user: UserEvent) => Promise<void>
}

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))
const confirmDeletion = async (user: UserEvent) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))

const people = reply(usersApi.list, { items: [person()], nextCursor: null, total: 1 })
const tree = reply(categoriesApi.tree, treeOf([]))
const library = libraryOf(document('rome', 'Rome', history))

/** The sentences of section 8 of the specification for existing screens, and our own in its manner. */
const screens: [sentence: string, screen: Screen][] = [
  [
    'Login failed',
    {
      page: <LoginPage slots={{ beside: eagerScreen(() => null), payment: eagerScreen(() => null) }} />,
      endpoint: accountsApi.login,
      act: async (user) => {
        await user.type(screen.getByLabelText(/Email/), 'asha@example.org')
        await user.type(screen.getByLabelText(/^Password/), 'correct horse')
        await press(user, 'Sign In')
      },
    },
  ],
  [
    'Failed to upload document',
    {
      page: <UploadPage />,
      as: 'admin',
      endpoint: documentsApi.create,
      replies: [tree],
      act: async (user) => {
        await user.type(await screen.findByRole('textbox', { name: /^Title/ }), 'Rome')
        await user.selectOptions(screen.getByRole('combobox', { name: /^Category/ }), 'history')
        await user.upload(screen.getByLabelText(/^PDF file/), new File(['x'], 'rome.pdf', { type: 'application/pdf' }))
        await press(user, 'Upload Document')
      },
    },
  ],
  [
    'Failed to delete document. Please try again.',
    {
      page: <DocumentsPage />,
      as: 'admin',
      endpoint: documentsApi.remove,
      replies: library,
      act: async (user) => {
        everythingInView()
        await press(user, 'Expand All')
        await user.click(await screen.findByRole('button', { name: /^Delete.*Rome/ }))
        await confirmDeletion(user)
      },
    },
  ],
  [
    'Operation failed',
    {
      page: <UsersPage />,
      as: 'admin',
      endpoint: usersApi.create,
      replies: [people],
      act: async (user) => {
        await press(user, 'Add User')
        await user.type(await screen.findByLabelText(/^Name/), 'Asha Devi')
        await user.type(screen.getByLabelText(/^Phone/), '9820628374')
        await press(user, 'Create user')
      },
    },
  ],
  ['Failed to load users', { page: <UsersPage />, as: 'admin', endpoint: usersApi.list }],
  [
    'Failed to delete user',
    {
      page: <UsersPage />,
      as: 'admin',
      endpoint: usersApi.remove,
      replies: [people],
      act: async (user) => {
        await press(user, 'Delete Asha Devi')
        await confirmDeletion(user)
      },
    },
  ],
  ['Failed to load categories', { page: <CategoriesPage />, as: 'admin', endpoint: categoriesApi.tree }],
  ['Failed to load categories', { page: <UploadPage />, as: 'admin', endpoint: categoriesApi.tree }],
  [
    'Failed to create category',
    {
      page: <CategoriesPage />,
      as: 'admin',
      endpoint: categoriesApi.create,
      replies: [tree],
      act: async (user) => {
        await press(user, 'Add Category')
        const dialog = within(await screen.findByRole('dialog'))
        await user.type(dialog.getByRole('textbox'), 'Botany')
        await user.click(dialog.getByRole('button', { name: 'Add Category' }))
      },
    },
  ],
  [
    'Failed to delete category',
    {
      page: <CategoriesPage />,
      as: 'admin',
      endpoint: categoriesApi.remove,
      replies: [tree],
      act: async (user) => {
        await press(user, 'Delete History')
        await confirmDeletion(user)
      },
    },
  ],
  ['Failed to load the dashboard', { page: <DashboardPage />, as: 'admin', endpoint: homeApi.dashboard }],
  [
    'Failed to load your favorites',
    { page: <FavoritesPage />, as: 'student', endpoint: favoritesApi.list, replies: [reply(favoritesApi.count, { count: 1 })] },
  ],
  ['Failed to load your sessions', { page: <SessionsDialog onClose={() => {}} />, as: 'student', endpoint: accountsApi.sessions }],
]

const open = async ({ page, as, endpoint, replies = [], act }: Screen, failing: Parameters<typeof reply>[1]) => {
  const { user } = renderPage(page, { ...(as && { as }), replies: [...replies, reply(endpoint, failing)] })
  await act?.(user)
}
const seen = () => window.document.body.textContent ?? ''

describe.each(screens)('%s', (sentence, given) => {
  test('is shown with the reason if no reply comes', async () => {
    await open(given, unreachable)
    expect(await screen.findByText('The server could not be reached.', { exact: false })).toBeTruthy()
    expect(seen().replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`${sentence.replace(/\.$/, '')}\\.? ?The server could not be reached\\.`))
  })

  test('is replaced by the server’s sentence', async () => {
    await open(given, refuse({ code: 'odd', status: 409, message: 'The server says why.' }))
    expect(await screen.findByText('The server says why.')).toBeTruthy()
    expect(seen()).not.toContain(sentence)
  })
})
