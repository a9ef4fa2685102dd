/*
 * Addresses to sign in with for people of whom a register has none. They look like email addresses, because that is what the
 * sign-in asks for, and have letters that every phone can type.
 */

/** A domain of which nobody can own an address. */
const DOMAIN = 'students.local'

const vowels: Record<string, string> = {
  अ: 'a',
  आ: 'aa',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ri',
  ए: 'e',
  ऐ: 'ai',
  ओ: 'o',
  औ: 'au',
  ऑ: 'o',
  ऍ: 'e',
}
const signs: Record<string, string> = {
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'े': 'e',
  'ै': 'ai',
  'ो': 'o',
  'ौ': 'au',
  'ॉ': 'o',
  'ॅ': 'e',
}
const consonants: Record<string, string> = {
  ...{ क: 'k', ख: 'kh', ग: 'g', घ: 'gh', ङ: 'n', च: 'ch', छ: 'chh', ज: 'j', झ: 'jh', ञ: 'n', ट: 't', ठ: 'th', ड: 'd', ढ: 'dh', ण: 'n' },
  ...{ त: 't', थ: 'th', द: 'd', ध: 'dh', न: 'n', प: 'p', फ: 'ph', ब: 'b', भ: 'bh', म: 'm', य: 'y', र: 'r', ल: 'l', व: 'v', श: 'sh' },
  ...{ ष: 'sh', स: 's', ह: 'h', ळ: 'l' },
}
const VIRAMA = '्'

/** A word of Devanagari in Latin letters; the short a that ends most words is not spoken and not written. */
const spelled = (word: string): string => {
  const letters = [...word.normalize('NFD').replaceAll('़', '')]
  let text = ''
  letters.forEach((letter, at) => {
    const next = letters[at + 1]
    const consonant = consonants[letter]
    if (consonant !== undefined) {
      const isBare = next === VIRAMA || next === undefined || signs[next] !== undefined
      text += consonant + (isBare ? '' : 'a')
    } else text += vowels[letter] ?? signs[letter] ?? (letter === 'ं' || letter === 'ँ' ? (next === 'ह' ? 'ng' : 'n') : letter)
  })
  return text
}

const PART = 24

/** The words of a name in plain Latin letters; `student` where none of it can be written in them. */
const inLatin = (name: string): string[] => {
  const words = name
    .split(/[\s.]+/)
    .map((word) =>
      spelled(word)
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .slice(0, PART),
    )
    .filter((word) => word !== '')
  return words.length > 0 ? words.slice(0, 3) : ['student']
}

/** The address of a name and a seat; a namesake in the same register gets the next free number behind it. */
export const madeAddress = (name: string, seatNumber: number | null, isTaken: (address: string) => boolean): string => {
  const base = [...inLatin(name), ...(seatNumber === null ? [] : [String(seatNumber)])].join('.')
  for (let count = 1; ; count++) {
    const address = `${base}${count === 1 ? '' : `-${count}`}@${DOMAIN}`
    if (!isTaken(address)) return address
  }
}
