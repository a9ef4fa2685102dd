const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
] as const
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const
const groups = [
  { size: 10_000_000, name: 'crore' },
  { size: 100_000, name: 'lakh' },
  { size: 1_000, name: 'thousand' },
  { size: 100, name: 'hundred' },
] as const

const belowHundred = (n: number): string =>
  n < 20 ? (small[n] ?? '') : [tens[Math.floor(n / 10)], ...(n % 10 === 0 ? [] : [small[n % 10]])].join('-')

/** Returns a whole number in Indian words: in crores, lakhs, thousands and hundreds. */
export const numberInWords = (n: number): string => {
  const group = groups.find(({ size }) => n >= size)
  if (!group) return belowHundred(n)
  const rest = n % group.size
  const head = `${numberInWords(Math.floor(n / group.size))} ${group.name}`
  return rest === 0 ? head : `${head} ${numberInWords(rest)}`
}

/** Returns an amount as receipts and cheques write it out: "Rupees one thousand two hundred and fifty paise only". */
export const rupeesInWords = (amount: number): string => {
  const all = Math.round(amount * 100)
  const [rupees, paise] = [Math.floor(all / 100), all % 100]
  const coins = `${belowHundred(paise)} ${paise === 1 ? 'paisa' : 'paise'}`
  if (rupees === 0 && paise > 0) return `${coins.charAt(0).toUpperCase()}${coins.slice(1)} only`
  return `Rupees ${numberInWords(rupees)}${paise === 0 ? '' : ` and ${coins}`} only`
}
