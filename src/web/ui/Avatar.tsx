import { useState } from 'react'

/** None of the status colours. */
const looks = [
  'bg-violet-soft text-violet-text',
  'bg-teal-soft text-teal-text',
  'bg-plum-soft text-plum-text',
  'bg-brown-soft text-brown-text',
  'bg-skeleton text-ink',
] as const

/** The same person has the same colour on every screen and device. */
const lookOf = (id: string): string => {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return looks[sum % looks.length] ?? looks[0]
}

const segmenter = new Intl.Segmenter()
const firstLetter = (word: string): string => segmenter.segment(word)[Symbol.iterator]().next().value?.segment.toUpperCase() ?? ''

/** "Asha Devi" as AD; letters that consist of several characters stay whole. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word ?? '')).join('')
}

type AvatarProps = { id: string; name: string /** The person's picture. */; src?: string | null | undefined; className?: string }

/** The picture or the initials in a circle. The name itself is always beside it. */
export const Avatar = ({ id, name, src, className = 'size-10' }: AvatarProps) => {
  // A broken address is replaced by the initials; a new one is tried again.
  const [broken, setBroken] = useState<string>()
  const shape = `inline-flex shrink-0 items-center justify-center rounded-full ${className}`
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
        className={`${shape} bg-skeleton object-cover`}
      />
    )
  }
  const letters = initials(name)
  return (
    // As large as the circle allows, whatever the size of text.
    <span
      aria-hidden="true"
      className={`${shape} whitespace-nowrap font-semibold ${letters.length > 2 ? 'text-[calc(var(--spacing)*3)]' : 'text-[calc(var(--spacing)*3.5)]'} ${lookOf(id)}`}
    >
      {letters}
    </span>
  )
}
