/** All UPI apps and bank lists show these letters; others would double the density of the code. */
const ascii = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7E]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Banks store less than 35 characters of a reference. */
const NAME_CHARACTERS = 12
const ID_CHARACTERS = 8

export type UpiPayer = { _id: string; name: string; seatNumber: number | null; seatLabel?: string | undefined }

/** Returns the label of the seat, or its number if it has none or the label has other than ASCII characters; empty without a seat. */
const seatOf = ({ seatNumber, seatLabel = '' }: UpiPayer): string => {
  if (seatNumber === null) return ''
  return /^[\x20-\x7E]*[A-Za-z0-9][\x20-\x7E]*$/.test(seatLabel) ? seatLabel : String(seatNumber)
}

/** Returns the characters that every bank stores in a reference, and blanks. */
const lettersOf = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9 ]/g, '')

/**
 * Returns the text that the clerk searches for in the bank's list: the name, enough of the id to be unique, and the month of `day`.
 * Names in other scripts have no ASCII letters and are replaced by the seat.
 */
export const upiReference = (payer: UpiPayer, day: string): string => {
  const { _id, name } = payer
  const letters = lettersOf(ascii(name)).split(' ')[0]
  const seat = lettersOf(seatOf(payer)).replaceAll(' ', '')
  const who = letters || (seat === '' ? 'STUDENT' : `SEAT${seat}`)
  const id = _id.replaceAll(/[^A-Za-z0-9]/g, '').slice(-ID_CHARACTERS)
  return `${who.slice(0, NAME_CHARACTERS)}-${id.toUpperCase()}-${day.slice(0, 7).replace('-', '')}`
}

const NOTE_CHARACTERS = 50
const PAYEE_CHARACTERS = 50

type Asked = { upiId: string; payee: string; payer: UpiPayer; amount: number; day: string }

/**
 * Returns the URL that opens a UPI app with the payment filled in. It is encoded part by part, because apps reject a form's `+` for
 * a space.
 */
export const upiLink = ({ upiId, payee, payer, amount, day }: Asked): string => {
  const name = ascii(payer.name)
  const seat = seatOf(payer)
  const parts = {
    pn: ascii(payee).slice(0, PAYEE_CHARACTERS).trim() || (upiId.split('@')[0] ?? ''),
    am: amount.toFixed(2),
    cu: 'INR',
    tr: upiReference(payer, day),
    tn: `Fee ${name}${seat && ` seat ${seat}`}`.replaceAll(/\s+/g, ' ').slice(0, NOTE_CHARACTERS).trim(),
  }
  const rest = Object.entries(parts).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `upi://pay?${[`pa=${encodeURIComponent(upiId).replaceAll('%40', '@')}`, ...rest].join('&')}`
}
