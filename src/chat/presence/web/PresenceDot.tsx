import { useWords } from '#web/words.ts'
import { presenceEn } from '../presence.en.ts'
import { usePresence } from './presence.queries.ts'

/** A dot on the corner of a picture: filled while the person is online, a ring while they are away. */
export const PresenceDot = ({ userId }: { userId: string }) => {
  const words = useWords(presenceEn)
  const status = usePresence(userId)?.status
  if (status !== 'online' && status !== 'away') return null
  return (
    <span className="absolute right-0 bottom-0 flex size-3.5 items-center justify-center rounded-full bg-surface">
      <span
        aria-hidden="true"
        className={`size-2.5 rounded-full border-2 border-success-text ${status === 'online' ? 'bg-success-text' : 'bg-surface'}`}
      />
      <span className="sr-only">{words[status]}</span>
    </span>
  )
}
