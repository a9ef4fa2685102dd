import { waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { withRavi } from '#chat/conversations/web/testing/samples.ts'
import { ChangedMeanwhileError } from './encryption.ts'
import { RecoveryDialog } from './RecoveryDialog.tsx'
import { SafetyDialog } from './SafetyDialog.tsx'
import { encrypted, fakeEncryption, ownDevice, rightCode, sixtyDigits } from './testing/fakeEncryption.ts'
import { expectAccessible, renderWith } from './testing/renderWith.tsx'

afterEach(() => localStorage.clear())

const onClose = vi.fn()
const make = (fake: ReturnType<typeof fakeEncryption>, devices = [ownDevice('here', 'Firefox on Windows')]) => {
  onClose.mockClear()
  return renderWith(fake, <RecoveryDialog onGo={vi.fn()} onClose={onClose} />, { devices })
}
const groups = () => [...document.querySelectorAll('.font-mono > span')].map(({ textContent }) => textContent?.replace('-', ''))

test('shows the code in seven groups, and activates it once it was typed back in any notation', async () => {
  const fake = fakeEncryption(encrypted)
  const page = make(fake)
  expect(page.getByText('If you lose all your devices and the code, you lose your encrypted messages.')).toBeTruthy()
  await expectAccessible()
  await page.user.click(page.getByRole('button', { name: 'Show the code' }))
  await page.findByText(/Your recovery code/)
  expect(groups()).toEqual(rightCode.split('-'))
  await expectAccessible()
  await page.user.click(page.getByRole('button', { name: 'I have written it down' }))
  expect(groups()).toEqual([])
  expect(fake.save).not.toHaveBeenCalled()
  await page.user.fill(page.getByLabelText(/^Recovery code/), 'abcd efgh jkmn pqrs tvwx yz01 2345')
  await page.user.click(page.getByRole('button', { name: 'Finish' }))
  expect(await page.findByText('Your recovery code works now. Keep it safe.')).toBeTruthy()
  expect(fake.save).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
})

test('reports a wrong code, saves nothing, and can show the code again', async () => {
  const fake = fakeEncryption(encrypted)
  const page = make(fake)
  await page.user.click(page.getByRole('button', { name: 'Show the code' }))
  await page.user.click(await page.findByRole('button', { name: 'I have written it down' }))
  await page.user.fill(page.getByLabelText(/^Recovery code/), 'abcd')
  await page.user.click(page.getByRole('button', { name: 'Finish' }))
  expect(page.getByText('This is not the code that was shown. Compare it letter by letter.')).toBeTruthy()
  await expectAccessible()
  expect(fake.save).not.toHaveBeenCalled()
  await page.user.click(page.getByRole('button', { name: 'Show it again' }))
  expect(groups()).toEqual(rightCode.split('-'))
  expect(fake.encryption.makeRecoveryCode).toHaveBeenCalledOnce()
})

test('says that a code which could not be saved does not work yet', async () => {
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

test('says that a new code replaces the previous one, and cannot be postponed', async () => {
  const fake = fakeEncryption(encrypted)
  const page = make(fake, [ownDevice('code', '', { kind: 'recovery' })])
  expect(await page.findByText(/Your current code stops working/)).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Later' })).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(fake.encryption.makeRecoveryCode).not.toHaveBeenCalled()
})

test('the first code cannot be postponed', async () => {
  const page = make(fakeEncryption(encrypted))
  expect(await page.findByRole('button', { name: 'Show the code' })).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Later' })).toBeNull()
})

const compare = (fake: ReturnType<typeof fakeEncryption>) => {
  onClose.mockClear()
  return renderWith(fake, <SafetyDialog conversation={withRavi({ isEncrypted: true })} onGo={vi.fn()} onClose={onClose} />)
}

test('shows the safety number in twelve groups of five, with a code to scan', async () => {
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
  expect(fake.encryption.setVerified).toHaveBeenCalledWith('c1', { digits: sixtyDigits, name: 'Ravi Kumar' })
  expect(onClose).toHaveBeenCalledOnce()
})

test('different numbers remove the verification and explain what to do', async () => {
  const fake = fakeEncryption({ ...encrypted, isVerified: true })
  const page = compare(fake)
  expect(page.queryByRole('button', { name: 'Mark as verified' })).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Not the same' }))
  expect((await page.findByRole('alert')).textContent).toContain('Do not write anything private here yet')
  expect(fake.encryption.setVerified).toHaveBeenCalledWith('c1', null)
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['ready', /^Ravi Kumar hasn’t set up encryption again yet, so there is no safety number\. Ask Ravi Kumar to open Chat and set it up/],
  ['outdated', /^This browser can’t show the safety number yet\. Close this and follow the notice above the messages/],
] as const)('where there is no number yet it is said what to wait for (%s)', async (device, text) => {
  const fake = fakeEncryption({ ...encrypted, wasVerified: true }, device)
  fake.encryption.safetyNumber.mockResolvedValue(null)
  const page = compare(fake)
  expect(await page.findByText(text)).toBeTruthy()
  expect(page.queryByText('Failed to load the safety number')).toBeNull()
  expect(page.queryByRole('button', { name: 'Mark as verified' })).toBeNull()
  expect(page.queryByRole('button', { name: 'Not the same' })).toBeNull()
  await expectAccessible()
  await page.user.click(within(page.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  expect(onClose).toHaveBeenCalledOnce()
})

test('does not verify a number that changed during the comparison, and shows the new one', async () => {
  const fake = fakeEncryption(encrypted)
  fake.encryption.setVerified.mockRejectedValueOnce(new ChangedMeanwhileError())
  const page = compare(fake)
  await page.findByText(/Safety number:/)
  fake.encryption.safetyNumber.mockResolvedValue('0987654321'.repeat(6))
  await page.user.click(page.getByRole('button', { name: 'Mark as verified' }))
  expect(await page.findByText('This has changed while you were looking. Check it again.')).toBeTruthy()
  await waitFor(() => expect(page.getByText(/Safety number:/).parentElement?.textContent).toContain('09876 54321'))
  expect(fake.encryption.invalidateKeys).toHaveBeenCalledWith('c1')
  expect(onClose).not.toHaveBeenCalled()
})
