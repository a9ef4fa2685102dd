import { useEffect, useState } from 'react'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { rosterEn } from '../roster.en.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { ReviewFile } from './ReviewFile.tsx'
import { checkRegister } from './roster.queries.ts'
import { Slips } from './Slips.tsx'
import type { Imported } from './useImport.ts'
import { type PasswordsAre, usePasswordGuard } from './usePasswordGuard.ts'
import type { CheckedFile } from './useRegister.ts'

type Step = { name: 'file' } | { name: 'check'; start: CheckedFile } | { name: 'passwords'; imported: Imported }

const order = ['file', 'check', 'passwords'] as const

/** Mounted per step, so that each step begins at the top of the page. */
const Steps = ({ current }: { current: Step['name'] }) => {
  const words = useWords(rosterEn).steps
  useEffect(() => {
    // Returns a promise in newer browsers, which an effect must not return.
    void window.scrollTo(0, 0)
  }, [])
  return (
    <ol aria-label={words.label} className="flex flex-wrap gap-x-6 gap-y-1 text-sm print:hidden">
      {order.map((name, index) => (
        <li
          key={name}
          {...(name === current && { 'aria-current': 'step' as const })}
          className={name === current ? 'font-semibold text-primary-text' : 'text-muted'}
        >
          {index + 1}. {words[name]}
        </li>
      ))}
    </ol>
  )
}

/** Imports students from a register: choose a file, check and correct it, import, print the slips. */
export const ImportPage = () => {
  const words = useWords(rosterEn)
  const [step, setStep] = useState<Step>({ name: 'file' })
  const [passwords, setPasswords] = useState<PasswordsAre>('nowhere')
  const ask = usePasswordGuard(passwords)
  const leaveFor = async (next: () => Promise<Step> | Step) => {
    if (passwords !== 'nowhere' && !(await ask())) return
    try {
      const to = await next()
      setPasswords('nowhere')
      setStep(to)
    } catch (failed) {
      toast.error(errorText(failed, words.checkFailed), { of: words.checkFailed })
    }
  }
  const goOn = ({ file, reading }: NonNullable<Imported['next']>) =>
    leaveFor(async () => ({ name: 'check', start: { file, reading, checked: await checkRegister(file, reading) } }))
  if (step.name === 'passwords')
    return (
      <Page title={words.slips.title} tab={words.title}>
        <Steps key={step.name} current={step.name} />
        <Slips imported={step.imported} onPrinted={() => setPasswords('printed')} onNext={goOn} />
      </Page>
    )
  return (
    <Page title={words.title} about={words.about}>
      <Steps key={step.name} current={step.name} />
      {step.name === 'file' ? (
        <ChooseFile onChecked={(start) => setStep({ name: 'check', start })} />
      ) : (
        <ReviewFile
          key={step.start.reading.from}
          start={step.start}
          onAnother={() => void leaveFor(() => ({ name: 'file' }))}
          onLosing={setPasswords}
          onDone={(imported) => {
            setPasswords('shown')
            setStep({ name: 'passwords', imported })
          }}
        />
      )}
    </Page>
  )
}
