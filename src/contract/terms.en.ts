import type { DayTimes } from './dayParts.ts'
import { formatsFor } from './format.ts'
import type { FeeKind, PaymentMethod } from './terms.ts'

const { day } = formatsFor('en-IN')

/** The names of the values in `terms.ts`, on the screen and on paper. */
export const termsEn = {
  feeKinds: {
    monthly: 'Monthly fee',
    admission: 'Admission fee',
    locker: 'Locker',
    deposit: 'Deposit',
    late: 'Late fee',
    other: 'Other fee',
  } satisfies Record<FeeKind, string>,
  methods: { cash: 'Cash', upi: 'UPI', bank: 'Bank transfer', other: 'Other' } satisfies Record<PaymentMethod, string>,
  /** `06:00–14:00`. */
  dayPart: ({ from, to }: DayTimes): string => (from === to ? '24 hours' : `${from}–${to === '00:00' ? '24:00' : to}`),
  /** The words for the codes in `reason.ts`. */
  reasons: {
    left: (lastDay: string) => `Left on ${day(lastDay)}`,
    moved: (shift: string, from: string) => `Moved to ${shift} on ${day(from)}`,
    locker: (number: string, from: string) => `Changed to locker ${number} on ${day(from)}`,
  },
}
