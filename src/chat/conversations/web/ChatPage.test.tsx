import { act, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { chatApi } from '../conversations.contract.ts'
import { fakeClient, rowsOf } from './testing/fakeClient.ts'
import { openChat } from './testing/openChat.tsx'
import { group, message, withRavi } from './testing/samples.ts'

test('asks to choose a conversation if none is open', async () => {
  const page = openChat(fakeClient([withRavi()]))
  expect(await page.findByText('Select a conversation')).toBeTruthy()
  expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeTruthy()
})

test('shows the notices in the header of the list or of the open conversation', async () => {
  const slots = { notices: eagerScreen(() => <button type="button">Notices (1)</button>) }
  const page = openChat(fakeClient([withRavi()]), { slots })
  const header = () => page.getByRole('button', { name: 'Notices (1)' }).closest('header')
  expect(header()?.textContent).toContain('Connected')
  await page.user.click(page.getByRole('button', { name: /^Ravi Kumar/ }))
  await page.findByRole('textbox', { name: 'Message to Ravi Kumar' })
  expect(header()?.textContent).toContain('Open: administrators can review this chat')
})

test('an empty conversation says how to start', async () => {
  const page = openChat(fakeClient([withRavi()]), { at: '/chat?c=c1' })
  expect(await page.findByText('No messages yet. Start the conversation!')).toBeTruthy()
})

test('shows the messages in a named log', async () => {
  const page = openChat(fakeClient([withRavi({ lastSeq: 2 })], { c1: { rows: rowsOf(message(1), message(2)) } }), { at: '/chat?c=c1' })
  const log = await page.findByRole('log', { name: 'Messages in Ravi Kumar' })
  expect(await within(log).findByText('Message 1')).toBeTruthy()
  expect(within(log).getByText('Message 2')).toBeTruthy()
})

test('closes a group opened by its URL when the person is removed from it, and says so', async () => {
  const fake = fakeClient([])
  let isMember = true
  const answer = () => (isMember ? group() : refuse(commonErrors.notFound))
  const page = openChat(fake, { at: `/chat?c=${group()._id}`, replies: [reply(chatApi.conversation, answer)] })
  expect(await page.findByRole('textbox', { name: 'Message to Morning batch' })).toBeTruthy()
  isMember = false
  act(() => fake.list.set({ ...fake.list.get(), items: [] }))
  expect(page.queryByRole('textbox', { name: 'Message to Morning batch' })).toBeNull()
  expect((await page.findByRole('alert')).textContent).toContain('You are no longer in “Morning batch”')
  expect(page.getByRole('button', { name: 'Back to conversations' })).toBeTruthy()
  expect(fake.list.get().items).toEqual([])
  act(() => fake.list.set({ ...fake.list.get(), items: [group()] }))
  expect(await page.findByRole('textbox', { name: 'Message to Morning batch' })).toBeTruthy()
})
