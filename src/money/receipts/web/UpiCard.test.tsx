import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { untouched } from '#system/customization/web/testing/customization.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { UpiCard } from './UpiCard.tsx'

const show = (isOnPaper = false) =>
  renderPage(<UpiCard student={{ _id: 'asha', name: 'Asha Devi', seatNumber: 12 }} amount={1_500} isOnPaper={isOnPaper} />, {
    replies: [reply(customizationApi.get, { ...untouched, hall: { ...untouched.hall, upiId: 'hall@okbank' } })],
  })

test('the UPI id can be copied, also by a person who is not signed in', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Copy the UPI id' }))
  expect(await navigator.clipboard.readText()).toBe('hall@okbank')
})

test('the QR code can be saved as a picture', async () => {
  const drawn: string[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect: () => drawn.push('module') } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((tell) => tell(new Blob(['png'])))
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }))
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Save the QR picture' }))
  expect(saved).toEqual(['pay-by-upi.png'])
  expect(drawn.length).toBeGreaterThan(400)
})

test('paper has no buttons', async () => {
  show(true)
  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
