import { Day } from '#contract/fields.ts'
import { yearAndMonth } from '#contract/month.ts'
import type { firstSlots, Slot } from '#contract/terms.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'

/*
 * Parses the values that people write into the cells of a register. Each function returns undefined for an unreadable value;
 * callers handle blank cells.
 */

const latinDigits = (text: string): string => text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
const tidy = (text: string): string => latinDigits(text.normalize('NFKC')).trim().replace(/\s+/g, ' ').toLowerCase()

const monthNames: readonly (readonly string[])[] = [
  ['jan', 'जन'],
  ['feb', 'फर', 'फ़र'],
  ['mar', 'मार्च'],
  ['apr', 'अप्र'],
  ['may', 'मई'],
  ['jun', 'जून'],
  ['jul', 'जुल'],
  ['aug', 'अग'],
  ['sep', 'सित'],
  ['oct', 'अक्टू', 'अक्तू'],
  ['nov', 'नव'],
  ['dec', 'दिस'],
]

const monthNamed = (word: string): number | undefined => {
  const at = monthNames.findIndex((names) => names.some((name) => word.startsWith(name.normalize('NFKC'))))
  return at < 0 ? undefined : at + 1
}

/** Expands a two-digit year: a date of birth is in the past, and no membership lasts more than 20 years. */
const fullYear = (year: string): number => {
  if (year.length === 4) return Number(year)
  const short = Number(year)
  return short <= (new Date().getUTCFullYear() % 100) + 20 ? 2000 + short : 1900 + short
}

const two = (part: number): string => String(part).padStart(2, '0')

const dayOf = (year: string, month: number | undefined, day: string): string | undefined => {
  const made = `${fullYear(year)}-${two(month ?? 0)}-${two(Number(day))}`
  return Day.safeParse(made).success ? made : undefined
}

/** Converts Excel's day count, which unformatted date cells show. From 1954 to 2064. */
const dayOfSerial = (serial: number): string | undefined =>
  serial < 20_000 || serial > 60_000 ? undefined : new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)

const sign = '[-/. ]'
const word = '([\\p{L}\\p{M}]{3,12})'
const shapes: readonly [shape: RegExp, read: (parts: string[]) => string | undefined][] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ].*)?$/, ([year = '', month, day = '']) => dayOf(year, Number(month), day)],
  [new RegExp(`^(\\d{1,2})${sign}(\\d{1,2})${sign}(\\d{4}|\\d{2})$`), ([day = '', month, year = '']) => dayOf(year, Number(month), day)],
  [
    new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[-/. ,]*${word}\\.?[-/. ,]*(\\d{4}|\\d{2})$`, 'u'),
    ([day = '', month = '', year = '']) => dayOf(year, monthNamed(month), day),
  ],
  [
    new RegExp(`^${word}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, 'u'),
    ([month = '', day = '', year = '']) => dayOf(year, monthNamed(month), day),
  ],
  [/^(\d{5})$/, ([serial]) => dayOfSerial(Number(serial))],
]

/** Returns `YYYY-MM-DD`. In numeric dates, the day comes first, as is usual in India. */
export const readDay = (cell: string): string | undefined => {
  const text = tidy(cell)
  for (const [shape, read] of shapes) {
    const match = shape.exec(text)
    if (match) return read(match.slice(1))
  }
  return undefined
}

/** Returns whether a cell is a well-formed date that does not exist, such as 31/02/2026. */
export const isImpossibleDay = (cell: string): boolean => {
  const text = tidy(cell)
  const isWritten = shapes.slice(0, 2).some(([shape]) => shape.test(text))
  const [, name = ''] = new RegExp(`^\\d{1,2}(?:st|nd|rd|th)?[-/. ,]*${word}\\.?[-/. ,]*(?:\\d{4}|\\d{2})$`, 'u').exec(text) ?? []
  return (isWritten || monthNamed(name) !== undefined) && readDay(cell) === undefined
}

const monthOf = (year: string, month: number | undefined): string | undefined =>
  month === undefined || month < 1 || month > 12 ? undefined : `${fullYear(year)}-${two(month)}`

/** Returns `YYYY-MM` for a month or a day. */
export const readMonth = (cell: string): string | undefined => {
  const text = tidy(cell)
  const [, year, figure] = /^(\d{4})[-/.](\d{1,2})$/.exec(text) ?? []
  if (year !== undefined) return monthOf(year, Number(figure))
  const [, first, second] = /^(\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  if (second !== undefined) return monthOf(second, Number(first))
  const [, name, ofYear] = new RegExp(`^${word}\\.?[-/', ]*(\\d{4}|\\d{2})$`, 'u').exec(text) ?? []
  if (name !== undefined && ofYear !== undefined) return monthOf(ofYear, monthNamed(name))
  return readDay(cell)?.slice(0, 7)
}

/** Returns rupees with at most two decimals, with or without decoration: `₹1,200/-`. */
export const readRupees = (cell: string): number | undefined => {
  const text = tidy(cell)
    .replace(/^(?:₹|rs\.?|inr|रु\.?|रुपये)\s*|\s*(?:\/-|\/=|rs\.?|inr|रु\.?|रुपये)$/g, '')
    .replace(/,/g, '')
  if (/^(?:nil|none|-|—|–|शून्य)$/.test(text)) return 0
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? Number(text) : undefined
}

export const readSeat = (cell: string): number | undefined => {
  const [, number] = /^(?:seat|desk|s|सीट)?[\s.:#-]*(?:no|number|नं|नंबर)?[\s.:#-]*(\d{1,4})$/.exec(tidy(cell)) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Other words for the first three shifts. */
const slots: Record<(typeof firstSlots)[number], readonly string[]> = {
  morning: ['morning', 'mor', 'morn', 'm', 'am', 'first', '1st', 'first half', 'सुबह', 'प्रातः', 'प्रात', 'सवेरे'],
  afternoon: ['afternoon', 'aft', 'a', 'pm', 'second', '2nd', 'second half', 'evening', 'eve', 'दोपहर', 'शाम', 'सायं'],
  'full-day': ['fullday', 'full', 'full day', 'whole day', 'wholeday', 'both', 'f', 'fd', 'पूरा दिन', 'पूरे दिन', 'दोनों'],
}

type Named = Pick<Shift, 'key' | 'name'>

const slotText = (cell: string): string =>
  tidy(cell)
    .replace(/[-_/]/g, ' ')
    .replace(/\s*(?:shift|slot|batch|पाली)$/, '')

/** Returns the key of the shift that a cell names: by its name or key, or by another word for one of the first three. */
export const readSlot = (cell: string, shifts: readonly Named[]): Slot | undefined => {
  const text = slotText(cell)
  const named = shifts.find(({ key, name }) => slotText(name) === text || tidy(name) === tidy(cell) || slotText(key) === text)
  const [known] = Object.entries(slots).find(([, names]) => names.some((name) => name.normalize('NFKC') === text)) ?? []
  return named?.key ?? shifts.find(({ key }) => key === known)?.key
}

/** Names the shifts of the hall: `morning, afternoon or full-day`. */
export const slotChoice = (shifts: readonly Named[]): string =>
  shifts
    .map(({ name }) => name.toLowerCase())
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ')

/** Returns a month as the export writes it and the import reads it: `Nov 2026`. */
export const monthText = (number: number): string => {
  const { year, month } = yearAndMonth(number)
  const name = monthNames[month - 1]?.[0] ?? ''
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`
}
