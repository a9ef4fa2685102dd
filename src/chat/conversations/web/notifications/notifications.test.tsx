import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeLine } from '#web/api/socketEvents.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { chatApi } from '../../conversations.contract.ts'
import type { Conversation, Message } from '../../conversations.shapes.contract.ts'
import { fakeClient } from '../testing/fakeClient.ts'
import { openChat } from '../testing/openChat.tsx'
import { asha, encrypted, group, message, withRavi } from '../testing/samples.ts'
import { Notifier } from './Notifier.tsx'
import { want } from './permission.ts'

const shown = vi.fn()
const permission = vi.fn(async () => 'granted')

class FakeNotification extends EventTarget {
  static permission = 'default'
  static requestPermission = permission
  static last: FakeNotification | undefined
  close = vi.fn()
  constructor(title: string, options: NotificationOptions) {
    super()
    FakeNotification.last = this
    shown(title, options.body)
  }
}

beforeEach(() => {
  shown.mockClear()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', FakeNotification)
})
afterEach(() => want(null))

const listen = (conversation: Conversation) => {
  want('student-1')
  const page = renderPage(<Notifier />, {
    as: 'student',
    at: '/dashboard',
    replies: [reply(chatApi.conversation, ({ params }) => (params.id === 'c2' ? group() : conversation))],
  })
  const socket = takeLine({ emit: () => undefined })
  return { page, hear: (heard: Message) => act(() => socket.heard('new_message', heard)) }
}

test('asks for permission only after a press, and then shows an example notification', async () => {
  const page = openChat(fakeClient())
  await page.user.click(await page.findByRole('button', { name: 'Chat settings' }))
  expect(permission).not.toHaveBeenCalled()
  await page.user.click(await page.findByRole('switch', { name: 'Notifications in this browser' }))
  await waitFor(() => expect(shown).toHaveBeenCalledWith('Notifications are on', undefined))
  expect(window.localStorage.getItem('chatNotifications')).toBe('student-1')
})

test('a notification shows the sender and conversation, and opens the message when pressed', async () => {
  const { page, hear } = listen(group())
  hear(message(7, { conversation: 'c2', content: 'We open at six' }))
  await waitFor(() => expect(shown).toHaveBeenCalledWith('Ravi Kumar in Morning batch', 'We open at six'))
  act(() => void FakeNotification.last?.dispatchEvent(new Event('click')))
  expect(page.address()).toBe('/chat?c=c2&m=7')
})

test.each([
  ['an encrypted message', withRavi(), message(1, { ...encrypted, content: null })],
  ['an encrypted conversation, whatever it is said to be', withRavi({ isEncrypted: true }), message(1, { content: 'Pay here' })],
])('of %s no text is shown', async (_, conversation, heard) => {
  const { hear } = listen(conversation)
  hear(heard)
  await waitFor(() => expect(shown).toHaveBeenCalledWith('Ravi Kumar', 'New encrypted message'))
})

const other = { _id: 'ravi', name: 'Ravi Kumar' }
const me = { _id: 'student-1', name: 'Asha Devi' }
test.each<[string, Partial<Conversation>, Partial<Message>]>([
  ['a muted conversation', { mutedUntil: '2999-01-01T00:00:00.000Z' }, {}],
  ['one that is to be silent', { notify: 'none' }, { mentions: [me] }],
  ['one of which only mentions are told', { notify: 'mentions' }, { mentions: [other] }],
  ['one’s own messages', {}, { sender: asha }],
])('nothing is shown of %s', async (_, conversation, more) => {
  const { page, hear } = listen(withRavi(conversation))
  hear(message(1, more))
  hear(message(2, { ...more, content: 'second' }))
  hear(message(7, { conversation: 'c2', content: 'We open at six' }))
  await waitFor(() => expect(shown).toHaveBeenCalledWith('Ravi Kumar in Morning batch', 'We open at six'))
  expect(page.calls).toHaveLength(more.sender ? 1 : 3)
  expect(shown).toHaveBeenCalledTimes(1)
})

test('notifies of mentions if only mentions are wanted, and ignores an expired mute', async () => {
  const { hear } = listen(withRavi({ notify: 'mentions', mutedUntil: '2020-01-01T00:00:00.000Z' }))
  hear(message(1, { mentions: [me], content: '@Asha Devi hello' }))
  await waitFor(() => expect(shown).toHaveBeenCalledWith('Ravi Kumar', '@Asha Devi hello'))
})

test('does not notify people who have not enabled notifications', async () => {
  const { hear } = listen(withRavi())
  act(() => want('someone-else'))
  hear(message(1))
  act(() => want('student-1'))
  hear(message(2))
  await waitFor(() => expect(shown).toHaveBeenCalledWith('Ravi Kumar', 'Message 2'))
  expect(shown).toHaveBeenCalledTimes(1)
})
