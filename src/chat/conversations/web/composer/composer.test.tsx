import { act, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { reply } from '#web/testing/fakeServer.ts'
import { chatApi } from '../../conversations.contract.ts'
import { chatLimits } from '../../conversations.limits.ts'
import { type Conversation, chatErrors, type Message } from '../../conversations.shapes.contract.ts'
import { fakeClient, rowsOf } from '../testing/fakeClient.ts'
import { openChat } from '../testing/openChat.tsx'
import { asha, group, meena, message, now, withRavi } from '../testing/samples.ts'
import { emojiPicker } from './emojiPickerScreen.ts'

// A component that suspends while a test renders it would never resume.
beforeAll(() => emojiPicker.load())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})

const mine = (seq: number, more: Partial<Message> = {}): Message => message(seq, { sender: asha, ...more })

const openWith = async (messages: readonly Message[] = [], conversation: Conversation = withRavi({ lastSeq: messages.length })) => {
  const chat = fakeClient([conversation], { [conversation._id]: { rows: rowsOf(...messages) } })
  const page = openChat(chat, { at: `/chat?c=${conversation._id}` })
  const field = (await page.findByRole('textbox', { name: `Message to ${conversation.name}` })) as HTMLTextAreaElement
  return { ...chat, page, field, send: page.getByRole('button', { name: 'Send' }) }
}

const textOf = (content: string) => ({ content, replyTo: null, mentions: [] })

test('Enter sends, and Shift+Enter adds a line', async () => {
  const { page, field, client } = await openWith()
  await page.user.type(field, 'First{Shift>}{Enter}{/Shift}second')
  expect(field.value).toBe('First\nsecond')
  expect(client.send).not.toHaveBeenCalled()
  await page.user.type(field, '{Enter}')
  expect(client.send).toHaveBeenCalledExactlyOnceWith('c1', textOf('First\nsecond'), undefined)
  expect(field.value).toBe('')
  expect(client.typed).toHaveBeenLastCalledWith('c1', '')
})

test('does not send empty or blank text', async () => {
  const { page, field, client, send } = await openWith()
  await page.user.type(field, '{Enter}')
  await page.user.type(field, '   {Shift>}{Enter}{/Shift} {Enter}')
  expect(send).toHaveProperty('disabled', true)
  expect(client.send).not.toHaveBeenCalled()
})

test('treats invisible characters as blank, in new messages and edits', async () => {
  const { page, field, client, send } = await openWith([mine(1)])
  await page.user.type(field, '\u200b\u2060\u00ad\ufe0f{Enter}')
  expect(send).toHaveProperty('disabled', true)
  expect(client.send).not.toHaveBeenCalled()
  await page.user.type(field, 'seen')
  expect(send).toHaveProperty('disabled', false)
  await page.user.hover((await page.findByText('Message 1')).closest('article') as HTMLElement)
  await page.user.click(page.getByRole('button', { name: 'Edit' }))
  await page.user.clear(field)
  await page.user.type(field, '\ufeff')
  expect(page.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
})

test('sends a blank reply, because it shows its quote', async () => {
  const { page, field, client } = await openWith([message(1)])
  await page.user.hover((await page.findByText('Message 1')).closest('article') as HTMLElement)
  await page.user.click(page.getByRole('button', { name: 'Reply' }))
  expect(page.getByText('Replying to Ravi Kumar')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field))
  await page.user.keyboard('{Enter}')
  expect(client.send).toHaveBeenCalledWith('c1', { content: '', replyTo: expect.objectContaining({ _id: 'm1' }), mentions: [] }, undefined)
  expect(page.queryByText('Replying to Ravi Kumar')).toBeNull()
})

test('cancels a reply, also with Escape', async () => {
  const { page, field } = await openWith([message(1)])
  const answer = async () => {
    await page.user.hover((await page.findByText('Message 1')).closest('article') as HTMLElement)
    await page.user.click(page.getByRole('button', { name: 'Reply' }))
    expect(await page.findByText('Replying to Ravi Kumar')).toBeTruthy()
  }
  await answer()
  await page.user.click(page.getByRole('button', { name: 'Cancel reply' }))
  expect(page.queryByText('Replying to Ravi Kumar')).toBeNull()
  await answer()
  await page.user.type(field, '{Escape}')
  expect(page.queryByText('Replying to Ravi Kumar')).toBeNull()
})

test('Enter sends the next message while the outbox is still storing the first, and only once', async () => {
  const { page, field, client } = await openWith()
  let stored: () => void = () => undefined
  client.send.mockImplementationOnce(() => new Promise((resolve) => (stored = () => resolve())))
  await page.user.type(field, 'One{Enter}{Enter}Two{Enter}{Enter}')
  expect(client.send.mock.calls.map(([, { content }]) => content)).toEqual(['One', 'Two'])
  expect(field.value).toBe('')
  await act(async () => stored())
  expect(client.send).toHaveBeenCalledTimes(2)
})

test('restores text that the outbox could not store', async () => {
  const { page, field, client } = await openWith()
  client.send.mockRejectedValueOnce(new Error('full'))
  await page.user.type(field, 'Keep me{Enter}')
  expect(await page.findByText('Failed to send message')).toBeTruthy()
  expect(field.value).toBe('Keep me')
})

test('inserts rejected text, with the reason, before text typed since', async () => {
  const { page, field, refuse } = await openWith()
  await page.user.type(field, 'And now this')
  act(() => refuse({ ...textOf('Once more'), conversation: 'c1', file: null, message: 'You cannot write to this person.' }))
  expect(await page.findByText('You cannot write to this person.')).toBeTruthy()
  expect(field.value).toBe('Once more\nAnd now this')
})

test('names the conversation of a rejected message, and keeps it there as a draft', async () => {
  const chat = fakeClient([withRavi(), group()])
  const page = openChat(chat, { at: '/chat?c=c1' })
  await page.findByRole('textbox')
  act(() => chat.refuse({ ...textOf('To all'), conversation: 'c2', file: null, message: 'Only admins can post in Announcement.' }))
  expect(await page.findByText('Your message in Morning batch was not sent. Only admins can post in Announcement.')).toBeTruthy()
  await waitFor(() => expect(chat.drafts.get('c2')?.content).toBe('To all'))
})

test('a rejected file shows "Failed to send attachment" and why, and can be resent or discarded', async () => {
  const { page, refuse, client, drafts } = await openWith()
  const [big, small] = [new File(['x'], 'big.pdf'), new File(['y'], 'small.pdf')]
  for (const file of [big, small]) act(() => refuse({ ...textOf(''), conversation: 'c1', file, message: 'Something went wrong.' }))
  expect(await page.findByText('Failed to send attachment. Something went wrong.')).toBeTruthy()
  expect(drafts.get('c1')?.files).toEqual([big, small])
  await page.user.click(await page.findByRole('button', { name: 'Discard big.pdf' }))
  await page.user.dblClick(await page.findByRole('button', { name: 'Send small.pdf again' }))
  expect(client.send).toHaveBeenCalledExactlyOnceWith('c1', textOf(''), small)
  await waitFor(() => expect(page.queryByText(/Failed to send attachment/)).toBeNull())
  expect([page.queryByText(/^Not sent/), drafts.has('c1')]).toEqual([null, false])
})

test('discarding a rejected file clears its error', async () => {
  const { page, refuse } = await openWith()
  act(() => refuse({ ...textOf(''), conversation: 'c1', file: new File(['x'], 'big.pdf'), message: 'Something went wrong.' }))
  expect(await page.findByText('Failed to send attachment. Something went wrong.')).toBeTruthy()
  await page.user.click(await page.findByRole('button', { name: 'Discard big.pdf' }))
  await waitFor(() => expect(page.queryByText(/Failed to send attachment/)).toBeNull(), { timeout: 2_000 })
})

test('keeps a file that the outbox rejects a second time', async () => {
  const { page, refuse, client, drafts } = await openWith()
  const file = new File(['x'], 'big.pdf')
  act(() => refuse({ ...textOf(''), conversation: 'c1', file, message: 'Something went wrong.' }))
  client.send.mockRejectedValueOnce(new Error('gone'))
  await page.user.click(await page.findByRole('button', { name: 'Send big.pdf again' }))
  expect(await page.findByText('Failed to send attachment')).toBeTruthy()
  expect(drafts.get('c1')?.files).toEqual([file])
})

test('inserts messages and files rejected in another conversation before its draft', async () => {
  const chat = fakeClient([withRavi(), group()])
  chat.drafts.set('c2', textOf('And then'))
  const page = openChat(chat, { at: '/chat?c=c1' })
  await page.findByRole('textbox')
  const file = new File(['x'], 'big.pdf')
  act(() => chat.refuse({ ...textOf(''), conversation: 'c2', file, message: 'Something went wrong.' }))
  expect(await page.findByText('Failed to send attachment in Morning batch. Something went wrong.')).toBeTruthy()
  act(() => chat.refuse({ ...textOf('First'), conversation: 'c2', file: null, message: 'Something went wrong.' }))
  await page.user.click(page.getByRole('button', { name: /^Morning batch/ }))
  const field = await page.findByRole('textbox', { name: 'Message to Morning batch' })
  await waitFor(() => expect(field).toHaveProperty('value', 'First\nAnd then'))
  expect(page.getByText('Not sent: big.pdf')).toBeTruthy()
})

test('clears the error when the same action succeeds: sending, and editing', async () => {
  const { page, field, client } = await openWith([mine(1)])
  client.send.mockRejectedValueOnce(new Error('full'))
  await page.user.type(field, 'Keep me{Enter}')
  expect(await page.findByText('Failed to send message')).toBeTruthy()
  await page.user.type(field, '{Enter}')
  await waitFor(() => expect(page.queryByText('Failed to send message')).toBeNull())
  client.edit.mockRejectedValueOnce(new Error('no'))
  await page.user.type(field, '{ArrowUp}!{Enter}')
  expect(await page.findByText('Failed to edit message')).toBeTruthy()
  await page.user.type(field, '{Enter}')
  await waitFor(() => expect(page.queryByText('Failed to edit message')).toBeNull())
})

test('stores a draft for each conversation', async () => {
  const chat = fakeClient([withRavi(), group()])
  chat.drafts.set('c1', textOf('Half a sent'))
  const page = openChat(chat, { at: '/chat?c=c1' })
  await waitFor(() => expect(page.getByRole('textbox')).toHaveProperty('value', 'Half a sent'))
  await page.user.type(page.getByRole('textbox'), 'ence')
  await page.user.click(page.getByRole('button', { name: /^Morning batch/ }))
  expect(await page.findByRole('textbox', { name: 'Message to Morning batch' })).toHaveProperty('value', '')
  expect(chat.drafts.get('c1')?.content).toBe('Half a sentence')
})

test('shows why a person may not write', async () => {
  const { code, message: reason } = chatErrors.announcementOnly
  const closed = group({ name: 'Announcement', postPolicy: 'admins', whyNotWrite: { code, message: reason } })
  const page = openChat(fakeClient([closed]), { at: '/chat?c=c2' })
  expect(await page.findByText('Only admins can post in Announcement.')).toBeTruthy()
  expect(page.queryByRole('textbox')).toBeNull()
  expect(page.queryByRole('button', { name: 'Send' })).toBeNull()
})

test('allows reactions to announcements, but no replies', async () => {
  const { code, message: reason } = chatErrors.announcementOnly
  const closed = group({ lastSeq: 1, postPolicy: 'admins', whyNotWrite: { code, message: reason } })
  const page = openChat(fakeClient([closed], { c2: { rows: rowsOf(message(1)) } }), { at: '/chat?c=c2' })
  await page.user.hover((await page.findByText('Message 1')).closest('article') as HTMLElement)
  expect(page.getByRole('button', { name: 'React' })).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Reply' })).toBeNull()
})

test('edits a message only to a different text that is not empty', async () => {
  const { page, field, client } = await openWith([mine(1)])
  await page.user.type(field, 'A draft')
  await page.user.hover((await page.findByText('Message 1')).closest('article') as HTMLElement)
  await page.user.click(page.getByRole('button', { name: 'Edit' }))
  expect(field.value).toBe('Message 1')
  const save = page.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  await page.user.clear(field)
  await page.user.type(field, '  {Enter}')
  expect(client.edit).not.toHaveBeenCalled()
  await page.user.type(field, 'Corrected{Enter}')
  expect(client.edit).toHaveBeenCalledWith(expect.objectContaining({ _id: 'm1' }), 'Corrected')
  await waitFor(() => expect(field.value).toBe('A draft'))
})

test('shortens the message in the edit bar at a character boundary', async () => {
  const character = '👩‍🎓'
  const { page } = await openWith([mine(1, { content: character.repeat(chatLimits.messagePreview + 1) })])
  await page.user.hover(await page.findByRole('article'))
  await page.user.click(page.getByRole('button', { name: 'Edit' }))
  const bar = page.getByText('Editing message').parentElement as HTMLElement
  expect(within(bar).getByText(`${character.repeat(chatLimits.messagePreview)}…`)).toBeTruthy()
})

test('a failed edit shows "Failed to edit message" and keeps the text', async () => {
  const { page, field, client } = await openWith([mine(1)])
  client.edit.mockRejectedValueOnce(new Error('no'))
  await page.findByText('Message 1')
  await page.user.type(field, '{ArrowUp}')
  await page.user.type(field, '!{Enter}')
  expect(await page.findByText('Failed to edit message')).toBeTruthy()
  expect(field.value).toBe('Message 1!')
})

test('starts a new message with text typed while an edit is being saved', async () => {
  const { page, field, client } = await openWith([mine(1)])
  const saved = Promise.withResolvers<void>()
  client.edit.mockReturnValueOnce(saved.promise)
  await page.findByText('Message 1')
  await page.user.type(field, '{ArrowUp}!{Enter}')
  await page.user.type(field, 'See you on Monday')
  await act(async () => saved.resolve())
  expect(field.value).toBe('See you on Monday')
  await page.user.type(field, '{Enter}')
  expect(client.send).toHaveBeenCalledExactlyOnceWith('c1', textOf('See you on Monday'), undefined)
})

test('a failed edit does not replace text typed since', async () => {
  const { page, field, client } = await openWith([mine(1)])
  const saved = Promise.withResolvers<void>()
  client.edit.mockReturnValueOnce(saved.promise)
  await page.findByText('Message 1')
  await page.user.type(field, '{ArrowUp}!{Enter}')
  await page.user.type(field, 'See you')
  await act(async () => saved.reject(new Error('no')))
  expect(await page.findByText('Failed to edit message')).toBeTruthy()
  expect(field.value).toBe('See you')
  await page.user.click(page.getByRole('button', { name: 'Edit again' }))
  expect(field.value).toBe('Message 1!')
  expect(page.queryByText('Failed to edit message')).toBeNull()
  await page.user.type(field, '{Escape}')
  expect(field.value).toBe('See you')
})

test('typing @ lists members; one chosen by keyboard is mentioned', async () => {
  const { page, field, client } = await openWith([], group())
  await page.user.type(field, 'Hello @')
  const list = await page.findByRole('listbox', { name: 'People to mention' })
  expect(within(list).getAllByRole('option')).toHaveLength(2)
  expect(within(list).queryByText('Asha Devi')).toBeNull()
  await page.user.type(field, '{ArrowDown}{Enter}')
  expect(field.value).toBe('Hello @Ravi Kumar ')
  expect(client.send).not.toHaveBeenCalled()
  await page.user.type(field, 'and @मी')
  await page.user.click(await page.findByRole('option', { name: /मीना शर्मा/ }))
  await page.user.clear(field)
  await page.user.type(field, 'Dear @Ravi Kumar,{Enter}')
  expect(client.send).toHaveBeenCalledWith(
    'c2',
    { content: 'Dear @Ravi Kumar,', replyTo: null, mentions: [{ _id: 'ravi', name: 'Ravi Kumar' }] },
    undefined,
  )
})

test('removes the list even if scrolling returns a promise, as in newer browsers', async () => {
  const scrollIntoView = vi.fn(() => Promise.resolve())
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: scrollIntoView, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  const { page, field } = await openWith([], group())
  await page.user.type(field, '@')
  await page.findByRole('listbox', { name: 'People to mention' })
  await page.user.type(field, '{ArrowDown}{Enter}')
  expect(scrollIntoView).toHaveBeenCalled()
  expect(page.queryByRole('listbox')).toBeNull()
  expect(field.value).toBe('@Ravi Kumar ')
})

test('fetches the members of a large group from the server', async () => {
  const large = group({ participantCount: 400 })
  const members = reply(chatApi.participants, {
    items: [{ user: { ...meena, _id: 'zoya', name: 'Zoya Ali' }, readSeq: 0 }],
    nextCursor: null,
  })
  const page = openChat(fakeClient([large]), { at: '/chat?c=c2', replies: [members] })
  await page.user.type(await page.findByRole('textbox'), '@zo')
  expect(await page.findByRole('option', { name: /Zoya Ali/ })).toBeTruthy()
})

const insertThumb = async ({ user, ...page }: ReturnType<typeof openChat>) => {
  await user.click(page.getByRole('button', { name: 'Insert an emoji' }))
  await user.click((await page.findAllByRole('button', { name: 'Thumbs up yes like ok' }))[0] as HTMLElement)
}

test('inserts an emoji at the caret', async () => {
  const { page, field } = await openWith()
  await page.user.type(field, 'Well done')
  await insertThumb(page)
  expect(field.value).toBe('Well done👍')
})

/** Holds what waits for the next frame of the screen, as on a phone that is busy. */
const holdFrames = () => {
  const held: FrameRequestCallback[] = []
  const request = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => held.push(frame))
  onTestFinished(() => request.mockRestore())
  return () =>
    act(() => {
      for (const frame of held.splice(0)) frame(performance.now())
    })
}

test('what is typed before the next frame follows the mention', async () => {
  const { page, field } = await openWith([], group())
  const showFrame = holdFrames()
  await page.user.type(field, '@')
  await page.user.click(await page.findByRole('option', { name: 'Ravi Kumar' }))
  await page.user.keyboard('ple')
  showFrame()
  await page.user.keyboard('ase')
  expect(field.value).toBe('@Ravi Kumar please')
})

test('what is typed before the next frame follows the emoji', async () => {
  const { page, field } = await openWith()
  await page.user.type(field, 'Well done')
  field.setSelectionRange(0, 0)
  holdFrames()
  await insertThumb(page)
  field.focus()
  await page.user.keyboard(' ')
  expect(field.value).toBe('👍 Well done')
})

test('reports typing', async () => {
  const { page, field, client } = await openWith()
  await page.user.type(field, 'Hi')
  expect(client.typed.mock.calls).toEqual([
    ['c1', 'H'],
    ['c1', 'Hi'],
  ])
})
