import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeClient, rowsOf } from './testing/fakeClient.ts'
import { openChat } from './testing/openChat.tsx'
import { message, withRavi } from './testing/samples.ts'

test('without an open conversation it asks for one', async () => {
  const page = openChat(fakeClient([withRavi()]))
  expect(await page.findByText('Select a conversation')).toBeTruthy()
  expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeTruthy()
})

test('a conversation without messages says how to begin', async () => {
  const page = openChat(fakeClient([withRavi()]), { at: '/chat?c=c1' })
  expect(await page.findByText('No messages yet. Start the conversation!')).toBeTruthy()
})

test('the messages stand in a log with a name', async () => {
  const page = openChat(fakeClient([withRavi({ lastSeq: 2 })], { c1: { rows: rowsOf(message(1), message(2)) } }), { at: '/chat?c=c1' })
  const log = await page.findByRole('log', { name: 'Messages in Ravi Kumar' })
  expect(await within(log).findByText('Message 1')).toBeTruthy()
  expect(within(log).getByText('Message 2')).toBeTruthy()
})
