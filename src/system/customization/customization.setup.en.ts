import { customizationLimits } from './customization.limits.ts'

/** The words of the set-up steps, which follow the first account. */
export const setupEn = {
  title: 'Set up your hall',
  about: 'Four short steps. Skip any of them: all of this is in Customization later.',
  steps: {
    label: 'Steps',
    name: 'Name and logo',
    look: 'Look',
    seats: 'Seats',
    fee: 'Fee and address',
  },
  isSaved: 'saved',
  next: 'Save and continue',
  last: 'Save and open the seat map',
  saving: 'Saving…',
  skip: 'Skip',
  skipAll: 'Skip all',
  preview: 'Preview',
  failed: 'Failed to save this step',
  name: {
    label: 'Hall name',
    hint: 'Shown on every page and on receipts.',
    logo: 'Logo',
    logoHint: 'Optional. JPEG, PNG, WebP or GIF, up to 5MB. It is uploaded as soon as you choose it.',
    logoFailed: 'Failed to upload the logo',
    retry: 'Upload again',
    signIn: 'The sign-in page',
  },
  look: {
    label: 'Theme',
    unchanged: (name: string) => `The hall uses its own theme, "${name}". Choose one of these to replace it.`,
  },
  seats: {
    label: 'Number of seats',
    hint: `From 1 to ${customizationLimits.seatsMax}. You can add seats later.`,
    map: 'The seat map',
    count: (n: number) => (n === 1 ? '1 seat' : `${n} seats`),
    none: 'Enter a number to see the seats.',
  },
  fee: {
    monthlyFee: 'Monthly fee (₹)',
    monthlyFeeHint: 'What a student pays for a month. A student can have their own fee.',
    upiId: 'UPI id',
    upiHint: 'Optional. Students can then pay by UPI.',
    address: 'Address',
    addressHint: 'Optional. Printed on receipts and shown on the landing page.',
    receipt: 'A receipt',
    line: 'Monthly fee',
    upi: (id: string) => `UPI: ${id}`,
  },
}
