import { afterEach, expect, test } from 'vitest'
import { userErrors } from '#people/users/users.errors.contract.ts'
import { CallError } from './api/callError.ts'
import { errorText, setLanguage } from './words.ts'

afterEach(() => setLanguage('en'))

const { code, status } = userErrors.seatTaken
const taken = { code, message: 'Seat 7 (morning) is taken by Asha Rao', params: { seat: 7, half: 'morning', name: 'Asha Rao' } }
const other = async () => ({
  words: [],
  errors: { [code]: ({ seat, name }: { seat: number; name: string }) => `<${name}: ${seat}>`, conflict: '<conflict>' },
})

test('another language translates a failure by its code, with the names and figures of the reply', async () => {
  await setLanguage('en', other)
  expect(errorText(new CallError(status, taken), 'Failed')).toBe('<Asha Rao: 7>')
  expect(errorText(new CallError(409, { code: 'conflict', message: 'Someone else changed this' }), 'Failed')).toBe('<conflict>')
})

test('shows the server’s own sentence if a language has none, or the reply has no parameters', async () => {
  expect(errorText(new CallError(status, taken), 'Failed')).toBe(taken.message)
  await setLanguage('en', other)
  expect(errorText(new CallError(status, { code, message: 'This seat is already taken' }), 'Failed')).toBe('This seat is already taken')
  expect(errorText(new CallError(409, { code: 'fees.below_paid', message: 'Too low' }), 'Failed')).toBe('Too low')
})
