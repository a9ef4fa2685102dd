import fc from 'fast-check'
import { expect, test } from 'vitest'
import { upiLink, upiReference } from './upiLink.ts'

const payer = { _id: '0192f7a0-0000-7000-8000-00001f2e3d4c', name: 'Asha Rao', seatNumber: 4 }
const asked = { upiId: 'hall@okbank', payee: 'Shanti Study Hall', payer, amount: 1_000, day: '2026-11-22' }

test('includes the payee, the amount and the payer in the URL of a payment', () => {
  expect(upiLink(asked)).toBe(
    'upi://pay?pa=hall@okbank&pn=Shanti%20Study%20Hall&am=1000.00&cu=INR&tr=ASHA-1F2E3D4C-202611&tn=Fee%20Asha%20Rao%20seat%204',
  )
})

test('omits other scripts, and uses the seat or the UPI id if nothing else is left', () => {
  const link = upiLink({ ...asked, payee: 'शान्ति', payer: { ...payer, name: 'आशा' }, amount: 999.5 })
  expect(link).toBe('upi://pay?pa=hall@okbank&pn=hall&am=999.50&cu=INR&tr=SEAT4-1F2E3D4C-202611&tn=Fee%20seat%204')
})

test('names a seat by the label of the hall', () => {
  const named = { ...payer, name: 'आशा', seatLabel: 'B24' }
  expect(upiReference(named, '2026-11-22')).toBe('SEATB24-1F2E3D4C-202611')
  expect(upiLink({ ...asked, payer: named })).toContain('&tn=Fee%20seat%20B24')
  expect(upiLink({ ...asked, payer: { ...payer, seatLabel: 'B-24/2' } })).toContain('&tn=Fee%20Asha%20Rao%20seat%20B-24%2F2')
  // Where ASCII would lose a part of the label, the number is clear.
  const hindi = { ...payer, name: 'आशा', seatLabel: 'खिड़की 2' }
  expect(upiReference(hindi, '2026-11-22')).toBe('SEAT4-1F2E3D4C-202611')
  expect(upiLink({ ...asked, payer: hindi })).toContain('&tn=Fee%20seat%204')
})

test('builds a reference that banks store, for any name', () => {
  const seat = fc.option(fc.integer({ min: 1, max: 500 }))
  const label = fc.option(fc.string({ unit: 'grapheme', maxLength: 12 }), { nil: undefined })
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.uuid(), seat, label, (name, _id, seatNumber, seatLabel) => {
      const reference = upiReference({ _id, name, seatNumber, seatLabel }, '2026-11-22')
      return reference.length < 35 && /^[A-Z0-9]+-[A-Z0-9]{8}-202611$/.test(reference)
    }),
  )
})

test('gives two namesakes different references', () => {
  const other = { ...payer, _id: '0192f7a0-0000-7000-8000-00001f2e3d4d' }
  expect(upiReference(payer, '2026-11-22')).not.toBe(upiReference(other, '2026-11-22'))
})
