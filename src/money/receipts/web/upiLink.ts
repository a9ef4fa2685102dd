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

type Payer = { _id: string; name: string; seatNumber: number | null }

/**
 * Returns the text that the clerk searches for in the bank's list: the name, enough of the id to be unique, and the month of `day`.
 * Names in other scripts have no ASCII letters and are replaced by the seat.
 */
export const upiReference = ({ _id, name, seatNumber }: Payer, day: string): string => {
  const letters = ascii(name)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 ]/g, '')
    .split(' ')[0]
  const who = letters || (seatNumber === null ? 'STUDENT' : `SEAT${seatNumber}`)
  const id = _id.replaceAll(/[^A-Za-z0-9]/g, '').slice(-ID_CHARACTERS)
  return `${who.slice(0, NAME_CHARACTERS)}-${id.toUpperCase()}-${day.slice(0, 7).replace('-', '')}`
}

const NOTE_CHARACTERS = 50
const PAYEE_CHARACTERS = 50

type Asked = { upiId: string; payee: string; payer: Payer; amount: number; day: string }

/**
 * Returns the URL that opens a UPI app with the payment filled in. It is encoded part by part, because apps reject a form's `+` for
 * a space.
 */
export const upiLink = ({ upiId, payee, payer, amount, day }: Asked): string => {
  const name = ascii(payer.name)
  const seat = payer.seatNumber === null ? '' : ` seat ${payer.seatNumber}`
  const parts = {
    pn: ascii(payee).slice(0, PAYEE_CHARACTERS).trim() || (upiId.split('@')[0] ?? ''),
    am: amount.toFixed(2),
    cu: 'INR',
    tr: upiReference(payer, day),
    tn: `Fee ${name}${seat}`.replaceAll(/\s+/g, ' ').slice(0, NOTE_CHARACTERS).trim(),
  }
  const rest = Object.entries(parts).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `upi://pay?${[`pa=${encodeURIComponent(upiId).replaceAll('%40', '@')}`, ...rest].join('&')}`
}
