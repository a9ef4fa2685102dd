import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Payment } from '#money/fees/fees.contract.ts'
import { FeesFrame } from '#money/fees/web/FeesFrame.tsx'
import { useWords } from '#web/words.ts'
import { receiptsEn } from '../../receipts.en.ts'
import { CounterDone } from './CounterDone.tsx'
import { CounterSearch } from './CounterSearch.tsx'
import { CounterStudent } from './CounterStudent.tsx'
import { TodaysPayments } from './TodaysPayments.tsx'

type Step = { at: 'search' } | { at: 'student'; id: string } | { at: 'done'; payment: Payment }

/** A queue of people who pay: two letters of the name, Enter, Enter, and the receipt is there. */
export const CounterPage = () => {
  const words = useWords(receiptsEn).counter
  const [parameters, setParameters] = useSearchParams()
  // The list of dues leads here with someone chosen already.
  const chosen = parameters.get('student')
  const [step, setStep] = useState<Step>(chosen ? { at: 'student', id: chosen } : { at: 'search' })
  const search = () => {
    setParameters({}, { replace: true })
    setStep({ at: 'search' })
  }
  return (
    <FeesFrame about={words.about}>
      {step.at === 'search' && (
        <CounterSearch onChoose={(id) => setStep({ at: 'student', id })}>
          <TodaysPayments />
        </CounterSearch>
      )}
      {step.at === 'student' && <CounterStudent id={step.id} onBack={search} onDone={(payment) => setStep({ at: 'done', payment })} />}
      {step.at === 'done' && <CounterDone payment={step.payment} onNext={search} />}
    </FeesFrame>
  )
}
