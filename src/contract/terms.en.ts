import { formatsFor } from './format.ts'
import type { FeeKind, PaymentMethod, Slot } from './terms.ts'

const { day } = formatsFor('en-IN')

/** The names of the values in `terms.ts`, on the screen and on paper. */
export const termsEn = {
  slots: { morning: 'Morning', afternoon: 'Afternoon', 'full-day': 'Full-day' } satisfies Record<Slot, string>,
  feeKinds: {
    monthly: 'Monthly fee',
    admission: 'Admission fee',
    locker: 'Locker',
    deposit: 'Deposit',
    late: 'Late fee',
    other: 'Other fee',
  } satisfies Record<FeeKind, string>,
  methods: { cash: 'Cash', upi: 'UPI', bank: 'Bank transfer', other: 'Other' } satisfies Record<PaymentMethod, string>,
  /** The words for the codes in `reason.ts`. */
  reasons: { left: (lastDay: string) => `Left on ${day(lastDay)}` },
}
