/**
 * Returns a phone number in the form that telephones and WhatsApp accept: digits only, with the country code first. Numbers without
 * a country code are Indian: ten digits, or eleven that begin with 0. Returns undefined for anything that cannot be called.
 */
export const dialable = (phone: string | null): string | undefined => {
  const typed = (phone ?? '').trim()
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '')
  if (/^[6-9]\d{9}$/.test(digits)) return `91${digits}`
  if (/^91[6-9]\d{9}$/.test(digits)) return digits
  const isForeign = /^(?:\+|00)/.test(typed) && !digits.startsWith('91')
  return isForeign && /^\d{8,15}$/.test(digits) ? digits : undefined
}

/** Returns the address that opens WhatsApp, or the messages of the phone, with the text ready to send. `number` is dialable. */
export const messageLink = (channel: 'whatsapp' | 'sms', number: string, text: string): string =>
  channel === 'whatsapp' ? `https://wa.me/${number}?text=${encodeURIComponent(text)}` : `sms:+${number}?body=${encodeURIComponent(text)}`
