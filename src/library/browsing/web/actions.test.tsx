import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { document, libraryOf, page, physics, show } from './testing/library.tsx'

test.each<[Role, boolean, boolean]>([
  ['student', false, false],
  ['manager', false, false],
  ['admin', true, false],
  ['superadmin', true, true],
])('a %s: the upload is offered (%s), and the trash in a menu (%s)', async (role, uploads, restores) => {
  show(role, libraryOf(document('optics', 'Optics', physics)))
  await screen.findByText('1 document available')
  expect(screen.queryByRole('link', { name: 'Upload Document' })?.getAttribute('href')).toBe(uploads ? '/upload' : undefined)
  expect(screen.queryByRole('button', { name: 'More actions' }) !== null).toBe(restores)
})

test('a superadmin can open the trash of an empty library', async () => {
  const { user, address } = show('superadmin', [...libraryOf(), reply(documentsApi.removed, page([]))])
  expect(await screen.findByText('0 documents available')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Upload Document' })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Deleted documents' }))
  expect(address()).toBe('/documents?view=removed')
})
