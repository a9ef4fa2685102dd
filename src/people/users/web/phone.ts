/** Ten digits are read in two groups, as they are said; anything else is as it was typed. */
export const readablePhone = (phone: string): string =>
  phone.replace(/^(\+91[ -]?)?(\d{5}) ?(\d{5})$/, (_, country, first, second) => `${country ? '+91 ' : ''}${first} ${second}`)

/** The same for a narrow column, where the two groups stay on one line. */
export const unbrokenPhone = (phone: string): string => readablePhone(phone).replace(/(\d{5}) (\d{5})$/, '$1\u00a0$2')

/** The address that dials a number; undefined for what has too few digits to be one. */
export const telOf = (phone: string): string | undefined => {
  const digits = phone.replaceAll(/[^0-9+]/g, '')
  return digits.replaceAll('+', '').length >= 3 ? `tel:${digits}` : undefined
}
