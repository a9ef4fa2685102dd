import { useId } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { thoughtsEn } from '../thoughts.en.ts'
import { useThoughtOfToday } from './thoughts.queries.ts'

/** Shows today's thought as students see it. */
export const TodaysThought = () => {
  const words = useWords(thoughtsEn).today
  const { data: thought, isPending, isError, isFetching, refetch } = useThoughtOfToday()
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border-accent-fill border-l-4 bg-accent-soft px-4 py-3">
      <h2 id={id} className="font-medium text-sm">
        {words.title}
      </h2>
      {isPending && (
        <Skeleton>
          <Bar className="mt-2 h-6 w-2/3" />
        </Skeleton>
      )}
      {isError && thought === undefined && (
        <p className="mt-1 flex flex-wrap items-center gap-3">
          {words.loadFailed}
          <Button isPending={isFetching} onPress={() => void refetch()}>
            {words.retry}
          </Button>
        </p>
      )}
      {thought === null && <p className="mt-1">{words.none}</p>}
      {thought && (
        <>
          <blockquote dir="auto" className="mt-1 whitespace-pre-line text-left text-lg wrap-anywhere">
            {thought.thought}
          </blockquote>
          {thought.author && (
            <p dir="auto" className="mt-1 text-left wrap-anywhere">
              {words.by(thought.author)}
            </p>
          )}
        </>
      )}
    </section>
  )
}
