import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formSomeRupees, Rupees, SomeRupees, toPaise, toRupees } from './money.ts'

const accepts = (schema: typeof Rupees, value: unknown): boolean => schema.safeParse(value).success

test('accepts every amount of whole paise up to a crore, and returns it unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (paise) => {
      const rupees = toRupees(paise)
      expect([accepts(Rupees, rupees), toPaise(rupees)]).toEqual([true, paise])
      // As text and back, as on the wire.
      expect(toPaise(JSON.parse(JSON.stringify(rupees)))).toBe(paise)
    }),
  )
})

test('rejects every other number as an amount', () => {
  fc.assert(
    fc.property(fc.double(), (number) => {
      if (accepts(Rupees, number)) expect(toRupees(toPaise(number))).toBe(number)
    }),
  )
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, -0.01, 1e308, 10_000_000.01, 0.001, 999.999, '10', null])
    expect([wrong, accepts(Rupees, wrong)]).toEqual([wrong, false])
  expect([accepts(Rupees, 0), accepts(SomeRupees, 0), accepts(SomeRupees, 0.01)]).toEqual([true, false, true])
})

test('accepts an amount as text in a form', () => {
  expect(formSomeRupees.parse('250.50')).toBe(250.5)
  for (const wrong of ['', '0', '-1', '1e3', '1,000', '0x10', '1.234', ' 1', '99999999'])
    expect(formSomeRupees.safeParse(wrong).success).toBe(false)
})
