/** Maximum length of a key, as `Slot` has it. */
const LONGEST = 40

/** Returns the Latin letters and digits of a name, or `shift` if it has none: `Early bird` becomes `early-bird`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'shift'

const shortened = (slug: string, length: number): string => slug.slice(0, length).replace(/-+$/, '')

/** Returns the permanent key for a new shift of this name, with a number if the key is in use. */
export const newKey = (name: string, used: ReadonlySet<string>): string => {
  const slug = slugOf(name)
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `-${number}`
    const key = `${shortened(slug, LONGEST - end.length)}${end}`
    if (!used.has(key)) return key
  }
}
