import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { call } from '../api/call.ts'
import { reply } from '../testing/fakeServer.ts'
import { renderPage } from '../testing/renderPage.tsx'
import { Button } from './Button.tsx'
import { PictureField } from './PictureField.tsx'
import { pictureProblem } from './pictureFile.ts'
import { useForm } from './useForm.ts'

// jsdom has neither, because it shows no pictures.
beforeEach(() => {
  URL.createObjectURL = (file) => `blob:${(file as File).name}`
  URL.revokeObjectURL = () => {}
})

const change = endpoint({
  method: 'PUT',
  path: '/shelf',
  access: 'admin',
  changes: ['documents'],
  summary: 'x',
  body: z.object({ removeImage: z.optional(z.string()) }),
  form: { file: { field: 'image', maxBytes: 10, tooLarge: 'The picture is larger than 10 bytes' } },
  reply: z.object({ _id: z.string() }),
})

const Shelf = ({ presentUrl }: { presentUrl: string | null }) => {
  const form = useForm(change, {
    initial: {},
    failure: 'failed',
    send: ({ body, file }) => call(change, { body: { ...body, removeImage: String(body.removeImage ?? '') }, file }),
    check: (_, file): Record<string, string | undefined> => ({ image: pictureProblem(file, 'Please select an image file') }),
  })
  // The call sends texts, as a form does.
  const removal = form.field('removeImage')
  return (
    <form {...form.props}>
      <PictureField
        label="Picture"
        hint="Up to 10 bytes"
        {...form.fileField()}
        presentUrl={presentUrl}
        removal={{ value: removal.value === 'true', onChange: (isRemoved) => removal.onChange(isRemoved ? 'true' : '') }}
      />
      <Button type="submit">Save</Button>
    </form>
  )
}

const open = (presentUrl: string | null = null) =>
  renderPage(<Shelf presentUrl={presentUrl} />, { as: 'admin', replies: [reply(change, { _id: 'a' })] })
const png = (bytes = 4, name = 'cover.png') => new File(['x'.repeat(bytes)], name, { type: 'image/png' })
const picker = () => screen.getByLabelText<HTMLInputElement>('Picture')
const shown = () => screen.queryByRole('img')?.getAttribute('src') ?? null

test('shows a chosen picture with its name and size, and removes it again', async () => {
  const { user, calls } = open()
  expect(shown()).toBeNull()
  await user.upload(picker(), png())
  expect(screen.getByRole('img', { name: 'Preview of cover.png' }).getAttribute('src')).toBe('blob:cover.png')
  expect(screen.getByRole('status').textContent).toBe('cover.png 4 bytes')
  await user.click(screen.getByRole('button', { name: 'Remove picture' }))
  expect([shown(), screen.getByRole('status').textContent]).toEqual([null, ''])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a picture' })))
  await user.upload(picker(), png())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls[0]?.received.file?.name).toBe('cover.png'))
})

test('accepts a dropped picture', async () => {
  open()
  const area = picker().parentElement as HTMLElement
  fireEvent.drop(area, { dataTransfer: { files: [png(4, 'dropped.png')] } })
  expect(await screen.findByRole('img', { name: 'Preview of dropped.png' })).toBeTruthy()
})

test.each([
  ['of another kind', new File(['x'], 'notes.pdf', { type: 'application/pdf' }), 'Please select an image file'],
  ['that is too large', png(11), 'The picture is larger than 10 bytes'],
])('rejects a file %s at once and does not send it', async (_, file, sentence) => {
  const { calls } = open()
  fireEvent.change(picker(), { target: { files: [file] } })
  expect(await screen.findByText(sentence)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const button = screen.getByRole('button', { name: 'Choose another picture' })
  const said = button
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(said).toEqual(['Up to 10 bytes', sentence])
  expect(calls).toEqual([])
})

test('shows the present picture until it is removed, and restores it by a press', async () => {
  const { user, calls } = open('/now.webp')
  expect(shown()).toBe('/now.webp')
  await user.click(screen.getByRole('button', { name: 'Remove picture' }))
  expect([shown(), screen.getByRole('status').textContent]).toEqual([null, 'The picture will be removed.'])
  await user.click(screen.getByRole('button', { name: 'Keep picture' }))
  expect(shown()).toBe('/now.webp')
  await user.click(screen.getByRole('button', { name: 'Remove picture' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls[0]?.received.body).toEqual({ removeImage: 'true' }))
})

test('replaces the present picture by one that is chosen after its removal', async () => {
  const { user, calls } = open('/now.webp')
  await user.click(screen.getByRole('button', { name: 'Remove picture' }))
  await user.upload(picker(), png())
  expect(shown()).toBe('blob:cover.png')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls[0]?.received).toMatchObject({ body: { removeImage: '' }, file: { name: 'cover.png' } }))
})
