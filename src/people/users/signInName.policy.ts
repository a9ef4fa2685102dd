import { readablePhone } from '#contract/phone.ts'

/** Returns the name a person signs in with: the email, or else the mobile number. */
export const signInName = ({ email, phone }: { email: string | null; phone: string | null }): string =>
  email ?? (phone === null ? '' : readablePhone(phone))
