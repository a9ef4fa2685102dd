import { readablePhone } from '#contract/phone.ts'

/** Formats a phone number for a narrow column, without a break between its groups. */
export const unbrokenPhone = (phone: string): string => readablePhone(phone).replace(/(\d{5}) (\d{5})$/, '$1\u00a0$2')

/** Returns the URL that dials a number; undefined if it has too few digits. */
export const telOf = (phone: string): string | undefined => {
  const digits = phone.replaceAll(/[^0-9+]/g, '')
  return digits.replaceAll('+', '').length >= 3 ? `tel:${digits}` : undefined
}
