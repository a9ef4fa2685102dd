import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type FakeReply, refuse, reply, unreachable } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type GalleryImage, galleryApi } from '../gallery.contract.ts'
import { GalleryPage } from './GalleryPage.tsx'

const image = (title: string, order: number, more: Partial<GalleryImage> = {}): GalleryImage => ({
  _id: title.toLowerCase().replaceAll(' ', '-'),
  imageUrl: `/api/gallery/${title}/image/large`,
  sizes: [{ url: `/api/gallery/${title}/image/small`, width: 480 }],
  ...{ width: 1600, height: 800, placeholder: 'data:,', title, description: '', order, isActive: true },
  ...{ uploadedBy: { name: 'Anita Singh' }, createdAt: '2026-11-21T05:30:00.000Z' },
  ...more,
})

/** A server with these pictures. */
const wall = (...images: GalleryImage[]) => {
  let kept = images
  const answer = () => ({ items: kept.toSorted((one, other) => one.order - other.order), nextCursor: null })
  const change = (id: string | undefined, fields: object) => {
    kept = kept.map((each) => (each._id === id ? { ...each, ...fields } : each))
    return kept.find(({ _id }) => _id === id) as GalleryImage
  }
  return [
    reply(galleryApi.list, answer),
    reply(galleryApi.create, ({ body }) => {
      const made = image(String(body.title), Number(body.order ?? kept.length))
      kept = [...kept, made]
      return made
    }),
    reply(galleryApi.update, ({ params, body }) => change(params.id, body)),
    reply(galleryApi.remove, ({ params }) => {
      kept = kept.filter(({ _id }) => _id !== params.id)
      return undefined
    }),
    reply(galleryApi.reorder, ({ body }) => {
      for (const { id, order } of body.images as { id: string; order: number }[]) change(id, { order })
      return answer()
    }),
  ]
}

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} }))
})

const show = (...replies: FakeReply[]) => {
  const page = renderPage(<GalleryPage />, { as: 'admin', replies })
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
  const rows = () => screen.getAllByRole('row').map((row) => row.getAttribute('aria-label'))
  const sent = (endpoint: object) => page.calls.filter((each) => each.endpoint === endpoint).map(({ received }) => received)
  return { ...page, press, rows, sent }
}

test('lists every picture with its uploader, and tips below', async () => {
  show(...wall(image('Hall', 0), image('Door', 1, { isActive: false, uploadedBy: null })))
  expect(await screen.findByRole('heading', { name: 'Gallery Images (2)' })).toBeTruthy()
  const [hall, door] = await screen.findAllByRole('row')
  expect(hall?.textContent).toContain('ActiveOrder 0Uploaded by Anita Singh')
  expect(door?.textContent).toContain('InactiveOrder 1Uploaded by Unknown')
  expect(screen.getByText('Recommended size: 800x400 pixels or larger.')).toBeTruthy()
})

test('uploads a picture with its title and order, and clears the form', async () => {
  const { user, press, sent } = show(...wall())
  await press('Upload Image')
  expect(await screen.findAllByText('Please provide both image file and title')).toHaveLength(2)
  await user.upload(screen.getByLabelText('Image'), new File(['x'], 'hall.jpg', { type: 'image/jpeg' }))
  await user.fill(screen.getByLabelText('Title'), 'The hall')
  await user.clear(screen.getByLabelText('Display order'))
  await user.type(screen.getByLabelText('Display order'), '3')
  await press('Upload Image')
  expect(await screen.findByText('Gallery image uploaded successfully!')).toBeTruthy()
  const [received] = sent(galleryApi.create)
  expect([received?.body, received?.file?.name]).toEqual([{ title: 'The hall', order: '3' }, 'hall.jpg'])
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('')
})

test('offers the last place for a new picture, and reports a blank order at its field', async () => {
  const { user, press, sent } = show(...wall(image('Hall', 0), image('Door', 1)))
  const order = await screen.findByLabelText<HTMLInputElement>('Display order')
  await waitFor(() => expect(order.value).toBe('2'))
  await user.upload(screen.getByLabelText('Image'), new File(['x'], 'desk.jpg', { type: 'image/jpeg' }))
  await user.fill(screen.getByLabelText('Title'), 'Desk')
  await user.clear(order)
  await press('Upload Image')
  const message = 'Order must be a whole number, 0 or more'
  expect(await screen.findByRole('spinbutton', { name: 'Display order', description: new RegExp(message) })).toBeTruthy()
  expect(sent(galleryApi.create)).toEqual([])
  await user.type(order, '2')
  await press('Upload Image')
  await waitFor(() => expect(order.value).toBe('3'))
  await press('Edit Hall')
  const form = within(await screen.findByRole('form', { name: 'Edit Hall' }))
  await user.clear(form.getByLabelText('Display order'))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByRole('spinbutton', { name: 'Display order', description: message })).toBeTruthy()
  expect(sent(galleryApi.update)).toEqual([])
})

test('reports a file that is not a picture as soon as it is chosen', async () => {
  const { user } = show(...wall())
  await user.upload(await screen.findByLabelText('Image'), new File(['x'], 'moving.gif', { type: 'image/gif' }))
  expect(await screen.findByText('Please choose a JPG, PNG or WebP image')).toBeTruthy()
})

test('edits a picture in place, and returns the keyboard focus', async () => {
  const { user, press, sent } = show(...wall(image('Hall', 0)))
  await press('Edit Hall')
  const form = within(await screen.findByRole('form', { name: 'Edit Hall' }))
  await user.clear(form.getByLabelText('Title'))
  await user.fill(form.getByLabelText('Title'), 'Reading room')
  await user.click(form.getByRole('switch', { name: 'Active' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Gallery image updated successfully!')).toBeTruthy()
  expect(sent(galleryApi.update).map(({ body }) => body)).toEqual([{ title: 'Reading room', order: 0, isActive: false, description: '' }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Reading room' })))
})

test('hides a picture optimistically, and shows it again with an error if the server cannot be reached', async () => {
  const { press } = show(...wall(image('Hall', 0)), reply(galleryApi.update, unreachable))
  await press('Deactivate Hall')
  expect(await screen.findByText('Failed to update image status. The server could not be reached.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Deactivate Hall' })).toBeTruthy()
})

test('shows a picture again with its own message', async () => {
  const { press } = show(...wall(image('Hall', 0, { isActive: false })))
  await press('Activate Hall')
  expect(await screen.findByText('Image activated successfully!')).toBeTruthy()
})

test('reorders pictures with buttons, counted from 0', async () => {
  const { press, rows, sent } = show(...wall(image('Hall', 0), image('Door', 4)))
  await press('Move Door up')
  await waitFor(() => expect(rows()).toEqual(['Door', 'Hall']))
  expect(await screen.findByText('Gallery images reordered successfully!')).toBeTruthy()
  expect(sent(galleryApi.reorder).map(({ body }) => body.images)).toEqual([
    [
      { id: 'door', order: 0 },
      { id: 'hall', order: 1 },
    ],
  ])
})

test('shows a failed reordering, and reloads the list', async () => {
  const { press, rows, sent } = show(...wall(image('Hall', 0), image('Door', 4)), reply(galleryApi.reorder, unreachable))
  await press('Move Door up')
  expect(await screen.findByText('Failed to save new order. The server could not be reached.')).toBeTruthy()
  await waitFor(() => expect(rows()).toEqual(['Hall', 'Door']))
  expect(sent(galleryApi.list).length).toBeGreaterThan(1)
})

test('deletes a picture after a confirmation with its title', async () => {
  const { user, press } = show(...wall(image('Hall', 0)))
  await press('Delete Hall')
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('Are you sure you want to delete "Hall"?')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Gallery image deleted successfully!')).toBeTruthy()
  expect(await screen.findByText('No images yet')).toBeTruthy()
})

test('pictures that fail to load can be retried', async () => {
  show(reply(galleryApi.list, refuse({ ...commonErrors.notAllowed, message: '' })))
  expect(await screen.findByText('Failed to load gallery images')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})
