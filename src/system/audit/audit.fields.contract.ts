/** Names of fields, by the names that the audit stores. A field missing here is derived from its name: `feeAmount` is "Fee amount". */
export const auditFields: Readonly<Record<string, string>> = {
  dob: 'Date of birth',
  dateJoinedLibrary: 'Joined on',
  terminationDate: 'Membership ends on',
  profilePicture: 'Picture',
  passwordChanged: 'New password',
  seatNumber: 'Seat',
  isActive: 'Active',
  expiresAt: 'Expires',
  publishAt: 'Published from',
  targetUsers: 'For',
  fileName: 'File',
  logoSha256: 'Logo',
  logoName: 'Name of the logo file',
  showLogo: 'Logo shown',
  logoSize: 'Size of the logo',
  activeTheme: 'Theme',
  ids: 'Entries',
  share: 'Part of the fee given back',
  net: 'Given back in all',
  isPaidNow: 'Settled now',
}

/** Amounts of money, in rupees. */
const money =
  /^(?:amount|balance|monthlyFee|fee|feeAmount|dayPassFee|oldDues|credit|float|counted|expected|difference|handedOver|total|paid|net|managersRefundUpTo)$/

/** Replaces personal values in the audit after the person is deleted. */
export const removedValue = 'removed'

/** JSON for a value that is blank now. */
export const blankValue = 'null'

const spaced = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the readable name of a field: `landing.figures` is "Landing: figures". */
export const readableField = (field: string, known: Readonly<Record<string, string>> = auditFields): string => {
  const path = field.split('.')
  const last = path.at(-1) ?? field
  const label = known[field] ?? known[last] ?? capital(spaced(last))
  return path.length > 1 ? `${capital(spaced(path[0] ?? ''))}: ${label.charAt(0).toLowerCase()}${label.slice(1)}` : label
}

/** Formatters for each kind of value. */
export type ValueFormats = {
  day: (day: string) => string
  instant: (instant: string) => string
  rupees: (amount: number) => string
  yes: string
  no: string
  file: string
  blank: string
  items: (n: number) => string
  everyone: string
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)
const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
const isId = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

const textOf = (field: string, text: string, formats: ValueFormats): string => {
  if (field === 'targetUsers' && text === 'all') return formats.everyone
  if (isId(text)) return formats.items(1)
  if (isDay(text)) return formats.day(text)
  if (isInstant(text)) return formats.instant(text)
  return isHash(text) ? formats.file : text
}

const isFlag = (field: string, value: number): boolean => field === 'showLogo' && (value === 0 || value === 1)

const shown = (field: string, value: unknown, formats: ValueFormats): string => {
  if (value === null) return formats.blank
  if (typeof value === 'boolean') return value ? formats.yes : formats.no
  if (typeof value === 'number') {
    if (isFlag(field, value)) return value === 1 ? formats.yes : formats.no
    return money.test(field) ? formats.rupees(value) : String(value)
  }
  if (Array.isArray(value)) {
    // Ids without a known name are meaningless to the reader, so only their number is shown.
    if (value.length === 0 || value.some(isId)) return formats.items(value.length)
    return value.map((one) => shown(field, one, formats)).join(', ')
  }
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).filter(([, one]) => one !== null && one !== '')
    return parts.map(([key, one]) => `${spaced(key)} ${shown(key, one, formats)}`).join(', ')
  }
  return textOf(field, String(value), formats)
}

/** Returns a value of the audit as readable text, or null if the entry does not mention it. */
export const readableValue = (field: string, json: string | null, formats: ValueFormats): string | null =>
  json === null ? null : shown(field.split('.').at(-1) ?? field, JSON.parse(json), formats)
