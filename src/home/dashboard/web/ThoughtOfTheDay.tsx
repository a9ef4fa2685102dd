import { useId } from 'react'
import { useWords } from '#web/words.ts'
import type { Dashboard } from '../dashboard.contract.ts'
import { homeEn } from '../dashboard.en.ts'

/** The first text on a student's dashboard; falls back to a built-in sentence if the library has none. */
export const ThoughtOfTheDay = ({ of }: { of: Dashboard['thought'] }) => {
  const words = useWords(homeEn).thought
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-accent-fill border-l-4 py-1 pl-4">
      <h2 id={id} className="font-medium text-muted text-sm">
        {words.title}
      </h2>
      <blockquote dir="auto" className="mt-1 text-lg wrap-anywhere">
        {of?.thought ?? words.fallback}
      </blockquote>
      {of?.author && (
        <p dir="auto" className="mt-1 text-muted wrap-anywhere">
          {words.by(of.author)}
        </p>
      )}
    </section>
  )
}
