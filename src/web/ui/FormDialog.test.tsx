import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { text } from '#contract/fields.ts'
import { useAction } from '../api/queryClient.ts'
import { reply } from '../testing/fakeServer.ts'
import { renderPage } from '../testing/renderPage.tsx'
import { FileField } from './FileField.tsx'
import { FormDialog } from './FormDialog.tsx'
import { TextField } from './TextField.tsx'
import { useForm } from './useForm.ts'

const create = endpoint({
  method: 'POST',
  path: '/person',
  access: 'admin',
  changes: ['documents'],
  summary: 'x',
  body: z.object({ name: text({ max: 20 }) }),
  form: { file: { field: 'picture', maxBytes: 1_000 } },
})

const PersonDialog = ({ onClose }: { onClose: () => void }) => {
  const action = useAction(create)
  const form = useForm(create, {
    initial: { name: 'Asha' },
    failure: 'Operation failed',
    send: (filled) => action.mutateAsync(filled),
    onDone: onClose,
  })
  return (
    <FormDialog title="Person" isOpen onClose={onClose} form={form} submit="Save" submitting="Saving…">
      <TextField label="Name" {...form.field('name')} />
      <FileField label="Picture" {...form.fileField()} />
    </FormDialog>
  )
}

const Opened = () => {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <PersonDialog onClose={() => setOpen(false)} /> : <p>closed</p>
}

const stalled = reply(create, () => new Promise<never>(() => {}))
const open = () => renderPage(<Opened />, { as: 'admin', replies: [stalled] })
const send = async ({ user }: ReturnType<typeof open>, file?: File) => {
  if (file) await user.upload(screen.getByLabelText('Picture'), file)
  await user.click(screen.getByRole('button', { name: 'Save' }))
}
const picture = new File(['x'.repeat(100)], 'face.png', { type: 'image/png' })

test('shows the progress of an upload in bytes', async () => {
  await send(open(), picture)
  const bar = await screen.findByRole('progressbar', { name: 'Uploading…' })
  expect(bar.getAttribute('aria-valuetext')).toBe('50%, 50 bytes of 100 bytes')
})

test('cancels a stalled upload, and keeps what was typed', async () => {
  const page = open()
  await send(page, picture)
  await page.user.click(await screen.findByRole('button', { name: 'Cancel upload' }))
  expect(await screen.findByText('Upload cancelled. Nothing was saved.')).toBeTruthy()
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Asha')
  expect(screen.getByText('face.png')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('closes a dialog with a stalled upload', async () => {
  const page = open()
  await send(page, picture)
  await screen.findByRole('progressbar')
  await page.user.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('closed')).toBeTruthy()
})

test('shows no progress without a file, and waits for the reply', async () => {
  await send(open())
  await screen.findByRole('button', { name: 'Saving…' })
  expect(screen.queryByRole('progressbar')).toBeNull()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true))
})

const ask = 'Discard your changes?'
const type = async ({ user }: ReturnType<typeof open>) => user.fill(screen.getByLabelText('Name'), ' Devi')

test('asks on Escape, Close and Back before input is lost, and keeps it for those who continue editing', async () => {
  const page = open()
  await type(page)
  const leave = [
    () => page.user.keyboard('{Escape}'),
    () => page.user.click(screen.getByRole('button', { name: 'Close' })),
    async () => act(() => window.history.back()),
  ]
  for (const each of leave) {
    await each()
    expect(await screen.findByRole('alertdialog', { name: ask })).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Asha Devi')
    // The focus is back in the form, which receives the next key.
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  }
  await page.user.keyboard('{Escape}')
  await page.user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('closed')).toBeTruthy()
})

test('closes an unchanged form without a question, also after changes were undone', async () => {
  const page = open()
  await type(page)
  await page.user.type(screen.getByLabelText('Name'), '{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}')
  await page.user.keyboard('{Escape}')
  expect(await screen.findByText('closed')).toBeTruthy()
})

test('asks nothing on Cancel', async () => {
  const page = open()
  await type(page)
  await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('closed')).toBeTruthy()
})
