import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'

/** Shown over the pages while missing ones are not arriving. The live region is always rendered, so that its text is announced. */
export const WaitingStrip = ({ isWaiting }: { isWaiting: boolean }) => {
  const words = useWords(readingEn)
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-0 z-10">
      {isWaiting && <p className="border-warning border-b-2 bg-warning-soft px-3 py-1 text-center text-ink text-sm">{words.waiting}</p>}
    </div>
  )
}
