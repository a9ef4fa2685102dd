import { expect, test } from 'vitest'
import { readableField, readableValue, type ValueFormats } from './audit.fields.contract.ts'

const formats: ValueFormats = {
  day: (day) => day,
  instant: (instant) => instant,
  rupees: (amount) => `₹${amount}`,
  yes: 'Yes',
  no: 'No',
  file: 'file',
  blank: 'blank',
  items: (n) => `${n} items`,
  everyone: 'Everyone',
}

test.each(['amount', 'monthlyFee', 'dayPassFee', 'handedOver', 'net', 'managersRefundUpTo'])('shows %s in rupees', (field) => {
  expect(readableValue(field, '1500', formats)).toBe('₹1500')
})

test('names what was settled with a student who leaves', () => {
  expect(['share', 'net', 'isPaidNow'].map((field) => readableField(field))).toEqual([
    'Part of the fee given back',
    'Given back in all',
    'Settled now',
  ])
})
