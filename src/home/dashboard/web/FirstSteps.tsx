import { ChevronRight, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { usePrefetch } from '#web/shell/usePrefetch.ts'
import { Card } from '#web/ui/Card.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import type { Dashboard } from '../dashboard.contract.ts'
import { staffHomeEn } from '../dashboard.staff.en.ts'

type Step = { word: keyof typeof staffHomeEn.firstSteps.steps; to: string; isDone: boolean }

const stepsOf = ({ totalCategories, totalDocuments, totalUsers }: Dashboard): Step[] => [
  { word: 'category', to: '/categories', isDone: totalCategories > 0 },
  { word: 'document', to: '/upload', isDone: totalDocuments > 0 },
  { word: 'student', to: '/users', isDone: totalUsers > 0 },
]

/** Returns whether a new library still lacks something it cannot work without. */
export const isBegun = (figures: Dashboard): boolean => stepsOf(figures).every(({ isDone }) => isDone)

/** Lists the steps from an empty library to a usable one. */
export const FirstSteps = ({ of }: { of: Dashboard }) => {
  const words = useWords(staffHomeEn).firstSteps
  const isSuperadmin = useSession()?.user.role === 'superadmin'
  return (
    <Card title={words.title}>
      <p className="-mt-2 mb-2 text-muted">
        {words.about}{' '}
        {isSuperadmin && (
          <TextLink to="/setup/steps" className="max-md:inline-block max-md:py-2.5">
            {words.setup}
          </TextLink>
        )}
      </p>
      <ol>
        {stepsOf(of).map((step, index) => (
          <li key={step.word} className="border-line border-b last:border-0">
            {step.isDone ? <Done {...step} /> : <Open {...step} nth={index + 1} />}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const row = 'flex min-h-11 items-center gap-3 py-3'

const Done = ({ word }: Step) => {
  const words = useWords(staffHomeEn).firstSteps
  return (
    <p className={`${row} text-muted`}>
      <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-success-text" />
      <span className="min-w-0 flex-1">{words.steps[word].title}</span>
      <span className="text-sm">{words.done}</span>
    </p>
  )
}

const Open = ({ word, to, nth }: Step & { nth: number }) => {
  const words = useWords(staffHomeEn)
  const { title, text } = words.firstSteps.steps[word]
  return (
    <Link to={to} {...usePrefetch(to)} className={`${row} group -mx-2 rounded-lg px-2 hover:bg-hover`}>
      <span
        aria-hidden="true"
        className="flex size-6 shrink-0 items-center justify-center rounded-full border border-line-strong font-medium text-sm tabular-nums"
      >
        {words.figure(nth)}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium group-hover:text-primary-text">{title}</span>{' '}
        <span className="block text-muted text-sm">{text}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </Link>
  )
}
