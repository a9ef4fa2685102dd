/**
 * Returns a phone number in the form that telephones and WhatsApp accept: digits only, with the country code first. Numbers without
 * a country code are Indian: ten digits, or eleven that begin with 0. Returns undefined for anything that cannot be called.
 */
export const dialable = (phone: string | null): string | undefined => {
  const typed = (phone ?? '').trim()
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '')
  const [, indian] = /^(?:91)?0*([6-9]\d{9})$/.exec(digits) ?? []
  if (indian !== undefined) return `91${indian}`
  const isForeign = /^(?:\+|00)/.test(typed) && !digits.startsWith('91')
  return isForeign && /^\d{8,15}$/.test(digits) ? digits : undefined
}

/** What a phone number is written with: no other text is in one. */
export const phoneSigns = /^[0-9+() .-]*$/

/** Returns a typed number with plain digits, spaces and hyphens: phones paste hidden marks, and Hindi keyboards have digits of their own. */
export const plainPhone = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s/g, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .trim()

/** Returns the one form of all spellings of a mobile number, by which people sign in; undefined for what is not one. */
export const foldPhone = (typed: string | null): string | undefined => {
  const plain = plainPhone(typed ?? '')
  return phoneSigns.test(plain) ? dialable(plain) : undefined
}

/** An Indian mobile number in two groups, as it is said; anything else as it was typed. */
export const readablePhone = (phone: string): string => {
  const [, first, second] = /^91(\d{5})(\d{5})$/.exec(foldPhone(phone) ?? '') ?? []
  return first === undefined ? phone : `${first} ${second}`
}

/**
 * Returns the number of a hall that people call, from a text that may have several, as `tel:` takes it and as it is read; `whatsApp` is
 * the address of its chat, unless it is a landline. Undefined without a number.
 */
export const callable = (phone: string): { tel: string; shown: string; whatsApp: string | undefined } | undefined => {
  const [first = ''] = phone.split(/[,/]/)
  const tel = first.replaceAll(/[^0-9+]/g, '')
  if (tel === '') return undefined
  const number = dialable(first)
  return { tel: `tel:${tel}`, shown: readablePhone(first.trim()), whatsApp: number && `https://wa.me/${number}` }
}

/** Returns the address that opens WhatsApp, or the messages of the phone, with the text ready to send. `number` is dialable. */
export const messageLink = (channel: 'whatsapp' | 'sms', number: string, text: string): string =>
  channel === 'whatsapp' ? `https://wa.me/${number}?text=${encodeURIComponent(text)}` : `sms:+${number}?body=${encodeURIComponent(text)}`
