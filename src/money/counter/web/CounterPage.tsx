import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Payment } from '#money/fees/fees.shapes.contract.ts'
import { FeesFrame } from '#money/fees/web/FeesFrame.tsx'
import { DayPassButton, DayPassLink } from '#money/passes/web/DayPassButton.tsx'
import { CounterDone } from './CounterDone.tsx'
import { CounterFigures } from './CounterFigures.tsx'
import { CounterSearch } from './CounterSearch.tsx'
import { CounterStudent } from './CounterStudent.tsx'
import { TodaysPayments } from './TodaysPayments.tsx'

type Step = { at: 'search' } | { at: 'student'; id: string } | { at: 'done'; payment: Payment }

/** The counter for a queue of paying students: two letters of the name, Enter, Enter, and the receipt is ready. */
export const CounterPage = () => {
  const [parameters, setParameters] = useSearchParams()
  // Links from the list of dues preselect a student.
  const chosen = parameters.get('student')
  const [step, setStep] = useState<Step>(chosen ? { at: 'student', id: chosen } : { at: 'search' })
  const search = () => {
    setParameters({}, { replace: true })
    setStep({ at: 'search' })
  }
  return (
    <FeesFrame action={<DayPassButton />}>
      {step.at === 'search' && (
        <CounterSearch onChoose={(id) => setStep({ at: 'student', id })}>
          <CounterFigures />
          <DayPassLink />
          <TodaysPayments />
        </CounterSearch>
      )}
      {step.at === 'student' && <CounterStudent id={step.id} onBack={search} onDone={(payment) => setStep({ at: 'done', payment })} />}
      {step.at === 'done' && <CounterDone payment={step.payment} onNext={search} />}
    </FeesFrame>
  )
}
