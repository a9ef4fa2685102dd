import { act, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeClient, rowsOf } from '../testing/fakeClient.ts'
import { openChat } from '../testing/openChat.tsx'
import { message, withRavi } from '../testing/samples.ts'

const drawPicture = vi.fn(() => <p>A picture</p>)

test('does not re-render a message that only moves because others are inserted before it', async () => {
  const file = { url: '/f', previewUrl: null, originalName: 'f.png', mediaType: 'image/png', size: 5, width: null, height: null }
  const rows = rowsOf(message(3), message(4, { type: 'file', content: null, attachment: file }))
  const chat = fakeClient([withRavi({ lastSeq: 4, readSeq: 4 })], { c1: { rows, hasOlder: true } })
  const page = openChat(chat, { at: '/chat?c=c1', slots: { attachment: { Component: drawPicture, load: async () => {} } } })
  const place = () => page.getByText('A picture').closest<HTMLElement>('[data-index]')?.style.top
  await page.findByText('A picture')
  const [placeBefore, drawnBefore] = [place(), drawPicture.mock.calls.length]
  const log = chat.client.log('c1')
  act(() => log.set({ ...log.get(), rows: [...rowsOf(message(1), message(2)), ...rows] }))
  await waitFor(() => expect(place()).not.toBe(placeBefore))
  expect(drawPicture).toHaveBeenCalledTimes(drawnBefore)
})
