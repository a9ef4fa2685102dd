const looks = [
  'bg-primary-soft text-primary-text',
  'bg-success-soft text-success-text',
  'bg-warning-soft text-warning-text',
  'bg-error-soft text-error-text',
  'bg-secondary-soft text-secondary-text',
  'bg-hover text-ink',
] as const

/** The same person has the same colour on every screen and device. */
const lookOf = (id: string): string => {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return looks[sum % looks.length] ?? looks[0]
}

const segmenter = new Intl.Segmenter()
const firstLetter = (word: string): string => segmenter.segment(word)[Symbol.iterator]().next().value?.segment.toUpperCase() ?? ''

/** "Asha Devi" as AD; scripts whose letters are made of several characters keep them whole. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word ?? '')).join('')
}

/** Initials in a circle. The name itself always stands beside it. */
export const Avatar = ({ id, name, className = 'size-10' }: { id: string; name: string; className?: string }) => (
  <span
    aria-hidden="true"
    className={`inline-flex shrink-0 items-center justify-center rounded-full font-semibold text-sm ${lookOf(id)} ${className}`}
  >
    {initials(name)}
  </span>
)
