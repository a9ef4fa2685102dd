import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { useWords } from '#web/words.ts'
import { setupEn } from '../../customization.setup.en.ts'
import { type SetupStep, setupSteps } from './setupDraft.ts'

export const addressOfStep = (step: SetupStep): string => `/setup/steps?step=${step}`

/** Links to the four steps, with a mark on those that were saved. */
export const StepList = ({ current, saved }: { current: SetupStep; saved: readonly SetupStep[] }) => {
  const words = useWords(setupEn)
  return (
    <nav aria-label={words.steps.label}>
      <ol className="grid grid-cols-4 gap-2">
        {setupSteps.map((step, index) => (
          <li key={step}>
            <StepLink step={step} nth={index + 1} isCurrent={step === current} isSaved={saved.includes(step)} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

type StepLinkProps = { step: SetupStep; nth: number; isCurrent: boolean; isSaved: boolean }

const StepLink = ({ step, nth, isCurrent, isSaved }: StepLinkProps) => {
  const words = useWords(setupEn)
  return (
    <Link
      to={addressOfStep(step)}
      {...(isCurrent && { 'aria-current': 'step' as const })}
      className={`flex min-h-11 items-center gap-2 max-md:justify-center rounded-lg border px-3 py-2 no-underline hover:bg-hover ${isCurrent ? 'border-primary-text bg-primary-soft font-medium text-primary-text' : 'border-line bg-surface text-ink'}`}
    >
      <span aria-hidden="true" className="flex size-5 shrink-0 items-center justify-center text-muted text-sm tabular-nums">
        {isSaved ? <Check className="size-5 text-success-text" /> : nth}
      </span>
      <span className="min-w-0 wrap-break-word max-md:sr-only">
        {words.steps[step]}
        {isSaved && <span className="sr-only">, {words.isSaved}</span>}
      </span>
    </Link>
  )
}
