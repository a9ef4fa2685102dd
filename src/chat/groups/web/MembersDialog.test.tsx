import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SharedConversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { type FakeReply, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type Candidate, groupsApi } from '../groups.contract.ts'
import { CreateGroupDialog, EditGroupDialog } from './GroupDialog.tsx'
import { MembersDialog } from './MembersDialog.tsx'

const at = '2026-11-22T05:30:00.000Z'
const group: SharedConversation = {
  _id: 'physics',
  type: 'group',
  name: 'Physics',
  description: 'Waves',
  builtIn: null,
  postPolicy: 'all',
  isEncrypted: false,
  participants: [],
  participantCount: 2,
  lastMessage: null,
  firstSeq: 1,
  lastSeq: 0,
  lastChange: 0,
  createdAt: at,
  updatedAt: at,
}
const person = (name: string): Candidate => ({ _id: name.toLowerCase(), name, role: 'student', profilePicture: null, slot: 'morning' })
const people = [person('Chitra'), person('Devi')]

const show = (page: React.ReactNode, replies: FakeReply[] = []) =>
  renderPage(page, {
    as: 'admin',
    replies: [
      reply(groupsApi.people, { items: people, nextCursor: null }),
      reply(groupsApi.members, {
        items: [person('Asha'), person('Binod')].map(({ slot: _, ...user }) => ({ user, readSeq: 0 })),
        nextCursor: null,
      }),
      ...replies,
    ],
  })
const sentTo = ({ calls }: ReturnType<typeof show>, endpoint: object) => calls.find((one) => one.endpoint === endpoint)?.received

test('creates a group with the chosen people', async () => {
  const created = vi.fn()
  const page = show(<CreateGroupDialog onClose={() => {}} onCreated={created} />, [reply(groupsApi.create, group)])
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Group' }))
  await page.user.click(dialog.getByRole('button', { name: 'Create Group' }))
  expect(dialog.getByText('Please enter a name')).toBeTruthy()
  await page.user.fill(dialog.getByLabelText('Name'), ' announcement ')
  expect(dialog.getByText(/^Only admins can post in a group named Announcement/)).toBeTruthy()
  await page.user.click(await dialog.findByRole('checkbox', { name: /Devi/ }))
  expect(dialog.getByText('2 people chosen')).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Create Group' }))
  await waitFor(() => expect(created).toHaveBeenCalledWith('physics'))
  expect(sentTo(page, groupsApi.create)?.body).toEqual({ name: ' announcement ', participants: ['devi'] })
})

test('the creator of a group is always ticked, and counted', async () => {
  const me: Candidate = { ...person('Me'), _id: 'admin-1', name: 'Anita Rao', role: 'admin' }
  const page = show(<CreateGroupDialog onClose={() => {}} onCreated={() => {}} />, [
    reply(groupsApi.people, { items: [me, ...people], nextCursor: null }),
    reply(groupsApi.create, group),
  ])
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Group' }))
  const mine = await dialog.findByRole('checkbox', { name: /Anita Rao/ })
  expect([mine, dialog.getByRole('checkbox', { name: /Devi/ })].map((box) => (box as HTMLInputElement).checked)).toEqual([true, false])
  expect(mine).toHaveProperty('disabled', true)
  expect(dialog.getByText('1 person chosen')).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Choose all 3 shown' }))
  expect(dialog.getByText('3 people chosen')).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: 'Clear' }))
  expect([(mine as HTMLInputElement).checked, dialog.queryByText('1 person chosen') !== null]).toEqual([true, true])
  await page.user.fill(dialog.getByLabelText('Name'), 'Physics')
  await page.user.click(dialog.getByRole('button', { name: 'Create Group' }))
  await waitFor(() => expect(sentTo(page, groupsApi.create)?.body).toEqual({ name: 'Physics', participants: [] }))
})

test('renames a group, and says if only admins can post in it', async () => {
  const page = show(<EditGroupDialog group={{ ...group, postPolicy: 'admins' }} onClose={() => {}} />, [reply(groupsApi.update, group)])
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename Group' }))
  expect(dialog.getByText(/^Only admins can post in this group/)).toBeTruthy()
  await page.user.clear(dialog.getByLabelText('Description'))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Group saved')).toBeTruthy()
  expect(sentTo(page, groupsApi.update)?.body).toEqual({ name: 'Physics', description: '' })
})

test('adds several people at once, and asks before removing one', async () => {
  const page = show(<MembersDialog group={group} onClose={() => {}} />, [
    reply(groupsApi.addMembers, group),
    reply(groupsApi.removeMember, undefined),
  ])
  await page.user.click(await screen.findByRole('tab', { name: 'Add people' }))
  await page.user.click(await screen.findByRole('button', { name: 'Choose all 2 shown' }))
  await page.user.click(screen.getByRole('button', { name: 'Add 2 people' }))
  expect(await screen.findByText('People added')).toBeTruthy()
  expect(sentTo(page, groupsApi.addMembers)?.body).toEqual({ userIds: ['chitra', 'devi'] })
  expect(sentTo(page, groupsApi.people)?.query).toMatchObject({ notIn: 'physics' })
  await page.user.click(await screen.findByRole('button', { name: 'Remove Binod' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Remove Binod from this group?')
  await page.user.click(within(question).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Member removed')).toBeTruthy()
  expect(sentTo(page, groupsApi.removeMember)?.params).toEqual({ id: 'physics', userId: 'binod' })
})

test('cannot add people to or remove them from a built-in group', async () => {
  show(<MembersDialog group={{ ...group, builtIn: 'general' }} onClose={() => {}} />)
  expect(await screen.findByText('Asha')).toBeTruthy()
  expect(screen.getByText('Everybody with an account is a member of this group.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove Asha' })).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
})
