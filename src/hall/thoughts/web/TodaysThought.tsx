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
    <section
      aria-labelledby={id}
      className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-lg border-accent-fill border-l-4 bg-accent-soft px-3 max-md:gap-x-2"
    >
      <h2 id={id} className="max-w-full font-medium text-sm wrap-anywhere">
        {words.title}
      </h2>
      {isPending && (
        <Skeleton>
          <Bar className="h-4 w-48" />
        </Skeleton>
      )}
      {isError && thought === undefined && (
        <p className="flex flex-wrap items-center gap-3">
          {words.loadFailed}
          <Button isPending={isFetching} onPress={() => void refetch()}>
            {words.retry}
          </Button>
        </p>
      )}
      {thought === null && <p className="min-w-0 grow basis-40 text-sm">{words.none}</p>}
      {thought && (
        <>
          <blockquote dir="auto" className="line-clamp-1 min-w-0 grow basis-40 text-left wrap-anywhere">
            {thought.thought}
          </blockquote>
          {thought.author && (
            <p dir="auto" className="line-clamp-1 max-w-1/3 shrink-0 text-left text-muted text-sm wrap-anywhere max-md:hidden">
              {words.by(thought.author)}
            </p>
          )}
        </>
      )}
    </section>
  )
}
