import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { commonErrors } from '#contract/errors.ts'
import { Day, text } from '#contract/fields.ts'
import { call } from '../api/call.ts'
import { markOffline, markOnline } from '../api/connection.ts'
import { type FakeReply, refuse, reply, unreachable } from '../testing/fakeServer.ts'
import { renderPage } from '../testing/renderPage.tsx'
import { clearDate } from '../testing/typeDate.ts'
import { Button } from './Button.tsx'
import { DateField } from './DateField.tsx'
import { FileField } from './FileField.tsx'
import { FormError } from './FormError.tsx'
import { PasswordField } from './PasswordField.tsx'
import { TextField } from './TextField.tsx'
import { useForm } from './useForm.ts'

const create = endpoint({
  method: 'POST',
  path: '/book',
  access: 'admin',
  changes: ['documents'],
  summary: 'x',
  body: z.object({ title: text({ max: 20, required: 'Please enter a title' }), bought: z.nullish(Day), note: text({ max: 20 }) }),
  form: { file: { field: 'pdf', maxBytes: 10, required: 'Please select a PDF file', tooLarge: 'The PDF is larger than 10 bytes' } },
  reply: z.object({ _id: z.string() }),
  status: 201,
})

const BookForm = ({ onDone }: { onDone: (id: string) => void }) => {
  const form = useForm(create, {
    initial: { title: '', bought: '', note: '' },
    failure: 'Failed to save the book',
    send: (filled) => call(create, filled),
    check: (_, file) => (file && file.type !== 'application/pdf' ? { pdf: 'Please select a PDF file' } : {}),
    onDone: ({ _id }) => onDone(_id),
  })
  return (
    <form {...form.props}>
      <TextField label="Title" isRequired {...form.field('title')} />
      <DateField label="Bought" {...form.field('bought')} />
      <PasswordField label="Note" autoComplete="new-password" {...form.field('note')} />
      <FileField label="File" accept="application/pdf" {...form.fileField()} />
      <FormError text={form.error} />
      <Button type="submit" isPending={form.isSending} pendingText="Saving…">
        Save
      </Button>
    </form>
  )
}

const pdf = (bytes: number) => new File(['x'.repeat(bytes)], 'heat.pdf', { type: 'application/pdf' })
const open = (...replies: FakeReply[]) => {
  const done: string[] = []
  return { ...renderPage(<BookForm onDone={(id) => done.push(id)} />, { as: 'admin', replies }), done }
}

test('an empty form says what is missing, focuses the first bad field, and sends nothing', async () => {
  const { user, calls } = open()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const title = screen.getByRole('textbox', { name: 'Title' })
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(title.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(title.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Please enter a title')
  expect(screen.getByText('Please select a PDF file')).toBeTruthy()
  expect(calls).toEqual([])
})

test('removes the sentence of a field as soon as the field changes', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please enter a title')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'H')
  expect(screen.queryByText('Please enter a title')).toBeNull()
})

test('refuses a file that is too large or of another kind before it is sent', async () => {
  const { user, calls, done } = open(reply(create, { _id: 'b1' }))
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Heat')
  await user.upload(screen.getByLabelText('File'), pdf(11))
  expect(screen.getByText('The PDF is larger than 10 bytes')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('The PDF is larger than 10 bytes')).toBeTruthy()
  await user.upload(screen.getByLabelText('File'), new File(['x'], 'heat.pdf', { type: 'application/pdf' }))
  expect(screen.queryByText('The PDF is larger than 10 bytes')).toBeNull()
  const other = new File(['x'], 'heat.png', { type: 'image/png' })
  fireEvent.drop(screen.getByLabelText('File').parentElement as HTMLElement, { dataTransfer: { files: [other] } })
  expect(await screen.findByText('Please select a PDF file')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.upload(screen.getByLabelText('File'), pdf(10))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(done).toEqual(['b1']))
  expect(calls).toHaveLength(1)
})

test('sends the values with their file, without optional blanks', async () => {
  const { user, calls, done } = open(reply(create, { _id: 'b1' }))
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Heat')
  await user.upload(screen.getByLabelText('File'), pdf(10))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(done).toEqual(['b1']))
  expect(calls[0]?.received.body).toEqual({ title: 'Heat', note: '' })
  expect(calls[0]?.received.file?.name).toBe('heat.pdf')
})

test('a busy button says so, and a second press sends nothing more', async () => {
  let answer: (value: { _id: string }) => void = () => {}
  const { user, calls, done } = open(
    reply(
      create,
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    ),
  )
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Heat')
  await user.upload(screen.getByLabelText('File'), pdf(10))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Saving…' }))
  answer({ _id: 'b1' })
  await waitFor(() => expect(done).toEqual(['b1']))
  expect(calls).toHaveLength(1)
})

test("shows the server's sentences at their fields, and one for no field at the form", async () => {
  const { user } = open(reply(create, refuse(commonErrors.invalid, { fields: { title: 'There is already a book of this title' } })))
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Heat')
  await user.upload(screen.getByLabelText('File'), pdf(10))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('There is already a book of this title')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('announces a refusal without a field of this form for the whole form', async () => {
  const { user } = open(reply(create, refuse(commonErrors.diskFull, { fields: { elsewhere: 'x' } })))
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Heat')
  await user.upload(screen.getByLabelText('File'), pdf(10))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The disk is full. Nothing was saved.')
})

test('says what failed and why if the server cannot be reached', async () => {
  const { user } = open(reply(create, unreachable))
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Heat')
  await user.upload(screen.getByLabelText('File'), pdf(10))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to save the book. The server could not be reached.')
})

test('shows and hides a password', async () => {
  const { user } = open()
  const note = screen.getByLabelText('Note')
  expect(note.getAttribute('type')).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(note.getAttribute('type')).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(note.getAttribute('type')).toBe('password')
})

const change = endpoint({
  method: 'PUT',
  path: '/book/1',
  access: 'admin',
  changes: ['documents'],
  summary: 'x',
  body: z.object({
    title: z.optional(text({ max: 20, required: 'Please enter a title' })),
    bought: z.optional(z.union([Day, z.literal('')])),
    note: z.optional(text({ max: 20 })),
  }),
  reply: z.object({ _id: z.string() }),
})

const EditForm = () => {
  const form = useForm(change, {
    initial: { title: 'Heat', bought: '2026-11-21', note: 'old' },
    sends: 'changes',
    failure: 'Failed to save the book',
    send: (filled) => call(change, { body: filled.body }),
  })
  return (
    <form {...form.props}>
      <TextField label="Title" isRequired {...form.field('title')} />
      <DateField label="Bought" {...form.field('bought')} />
      <TextField label="Note" {...form.field('note')} />
      <Button type="submit">Save</Button>
    </form>
  )
}

test('sends only changes when editing, clears an emptied field, and requires a required one', async () => {
  const { user, calls } = renderPage(<EditForm />, { as: 'admin', replies: [reply(change, { _id: '1' })] })
  await user.clear(screen.getByRole('textbox', { name: 'Title' }))
  await clearDate(user, screen, 'Bought')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Please enter a title')).toBeTruthy()
  expect(calls).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Heat')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls[0]?.received.body).toEqual({ bought: '' }))
})

test('scrolls to a failure and the buttons under it, wherever the form was sent from', async () => {
  const brought: string[] = []
  Element.prototype.scrollIntoView = function () {
    brought.push(this.textContent ?? '')
  }
  const { user } = open(reply(create, unreachable))
  await user.upload(screen.getByLabelText('File'), pdf(5))
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Heat{Enter}')
  await screen.findByText('Failed to save the book. The server could not be reached.')
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  expect(brought.slice(-2)).toEqual(['Save', 'Failed to save the book. The server could not be reached.'])
})

test('returns the focus to the field after a refused Enter, though it was disabled meanwhile', async () => {
  const asBrowsersDo = () => (document.activeElement as HTMLElement).blur()
  const { user } = open(
    reply(create, () => {
      asBrowsersDo()
      return refuse(commonErrors.conflict)
    }),
  )
  await user.upload(screen.getByLabelText('File'), pdf(5))
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Heat{Enter}')
  await screen.findByText(commonErrors.conflict.message)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' })))
})

const goOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}
const offline = 'No connection. You can fill this in, and send it once you are online again.'

test('a form says before anything is typed that it cannot be sent without a connection, and no longer once there is one', async () => {
  goOnline(false)
  renderPage(<BookForm onDone={() => undefined} />)
  expect((await screen.findByText(offline)).closest('[role="status"]')).toBeTruthy()
  goOnline(true)
  expect(screen.queryByText(offline)).toBeNull()
  // The device has a network, and the last call did not reach the server.
  act(() => markOffline())
  expect(screen.getByText(offline)).toBeTruthy()
  act(() => markOnline())
  expect(screen.queryByText(offline)).toBeNull()
})

test('a field keeps its handler while another one changes, so that it need not be rendered again', () => {
  const send = () => call(create, { body: { title: '', note: '' } })
  const { result } = renderHook(() => useForm(create, { initial: { title: '', bought: '' }, failure: 'x', send }))
  const { onChange } = result.current.field('bought')
  act(() => result.current.field('title').onChange('Waves'))
  expect(result.current.field('bought').onChange).toBe(onChange)
  act(() => onChange('2026-11-21'))
  expect(result.current.values).toEqual({ title: 'Waves', bought: '2026-11-21' })
})
