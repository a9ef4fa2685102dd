import { waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { withRavi } from '#chat/conversations/web/testing/samples.ts'
import { RecoveryDialog } from './RecoveryDialog.tsx'
import { SafetyDialog } from './SafetyDialog.tsx'
import { encrypted, fakeEncryption, ownDevice, rightCode, sixtyDigits } from './testing/fakeEncryption.ts'
import { expectAccessible, renderWith } from './testing/renderWith.tsx'
import { usedHere } from './usedHere.ts'

afterEach(() => localStorage.clear())

const onClose = vi.fn()
const make = (fake: ReturnType<typeof fakeEncryption>, devices = [ownDevice('here', 'Firefox on Windows')]) => {
  onClose.mockClear()
  return renderWith(fake, <RecoveryDialog onGo={vi.fn()} onClose={onClose} />, { devices })
}
const groups = () => [...document.querySelectorAll('.font-mono > span')].map(({ textContent }) => textContent?.replace('-', ''))

test('the code is shown in seven groups and counts once it was typed back, however it was written', async () => {
  const fake = fakeEncryption(encrypted)
  const page = make(fake)
  expect(page.getByText('Whoever loses all devices and the code loses the messages.')).toBeTruthy()
  await expectAccessible()
  await page.user.click(page.getByRole('button', { name: 'Show the code' }))
  await page.findByText(/Your recovery code/)
  expect(groups()).toEqual(rightCode.split('-'))
  await expectAccessible()
  await page.user.click(page.getByRole('button', { name: 'I have written it down' }))
  expect(groups()).toEqual([])
  expect(fake.save).not.toHaveBeenCalled()
  await page.user.type(page.getByLabelText(/^Recovery code/), 'abcd efgh jkmn pqrs tvwx yz01 2345')
  await page.user.click(page.getByRole('button', { name: 'Finish' }))
  expect(await page.findByText('Your recovery code works now. Keep it safe.')).toBeTruthy()
  expect(fake.save).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
  expect(usedHere('student-1').hasCode).toBe(true)
})

test('a wrong code is said, saves nothing, and the code can be looked at again', async () => {
  const fake = fakeEncryption(encrypted)
  const page = make(fake)
  await page.user.click(page.getByRole('button', { name: 'Show the code' }))
  await page.user.click(await page.findByRole('button', { name: 'I have written it down' }))
  await page.user.type(page.getByLabelText(/^Recovery code/), 'abcd')
  await page.user.click(page.getByRole('button', { name: 'Finish' }))
  expect(page.getByText('This is not the code that was shown. Compare it letter by letter.')).toBeTruthy()
  await expectAccessible()
  expect(fake.save).not.toHaveBeenCalled()
  await page.user.click(page.getByRole('button', { name: 'Show it again' }))
  expect(groups()).toEqual(rightCode.split('-'))
  expect(fake.encryption.makeRecoveryCode).toHaveBeenCalledOnce()
})

test('a code that could not be saved says that it does not work yet', async () => {
  const fake = fakeEncryption(encrypted)
  fake.save.mockRejectedValueOnce(new Error('away'))
  const page = make(fake)
  await page.user.click(page.getByRole('button', { name: 'Show the code' }))
  await page.user.click(await page.findByRole('button', { name: 'I have written it down' }))
  await page.user.type(page.getByLabelText(/^Recovery code/), rightCode)
  await page.user.click(page.getByRole('button', { name: 'Finish' }))
  expect((await page.findByRole('alert')).textContent).toBe('The code was not saved, so it does not work yet. Try again.')
  expect(onClose).not.toHaveBeenCalled()
  await page.user.click(page.getByRole('button', { name: 'Finish' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a new code says that the one before ends, and Later puts it off', async () => {
  const page = make(fakeEncryption(encrypted), [ownDevice('code', '', { kind: 'recovery' })])
  expect(await page.findByText(/The code that you have now stops working/)).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Later' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(usedHere('student-1').isPutOff).toBe(true)
})

const compare = (fake: ReturnType<typeof fakeEncryption>) => {
  onClose.mockClear()
  return renderWith(fake, <SafetyDialog conversation={withRavi({ isEncrypted: true })} onGo={vi.fn()} onClose={onClose} />)
}

test('the safety number stands in twelve groups of five, with a code to scan', async () => {
  const fake = fakeEncryption(encrypted)
  const page = compare(fake)
  const dialog = within(page.getByRole('dialog', { name: 'Safety number with Ravi Kumar' }))
  const number = await dialog.findByText(/Safety number:/)
  const shown = number.parentElement?.textContent?.replace('Safety number: ', '').trim().split(/\s+/)
  expect(shown).toHaveLength(12)
  expect(shown?.join('')).toBe(sixtyDigits)
  expect(dialog.getByRole('img', { name: 'The safety number as a QR code' })).toBeTruthy()
  await expectAccessible()
  await page.user.click(dialog.getByRole('button', { name: 'Mark as verified' }))
  expect(await page.findByText('Your chat with Ravi Kumar is verified.')).toBeTruthy()
  expect(fake.encryption.setVerified).toHaveBeenCalledWith('c1', true)
  expect(onClose).toHaveBeenCalledOnce()
})

test('numbers that differ take the mark away and say what to do', async () => {
  const fake = fakeEncryption({ ...encrypted, isVerified: true })
  const page = compare(fake)
  expect(page.queryByRole('button', { name: 'Mark as verified' })).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Not the same' }))
  expect((await page.findByRole('alert')).textContent).toContain('Do not write anything private here yet')
  expect(fake.encryption.setVerified).toHaveBeenCalledWith('c1', false)
  expect(onClose).not.toHaveBeenCalled()
})
