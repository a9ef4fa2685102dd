import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { isReason } from '#contract/reason.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { errorText, useWords } from '#web/words.ts'
import type { ImportReply, Slip } from '../roster.contract.ts'
import { rosterEn } from '../roster.en.ts'
import { CheckedFile } from './CheckedFile.tsx'
import { FileHelp } from './FileHelp.tsx'
import { importRegister, useCheckRegister } from './roster.queries.ts'
import { Slips } from './Slips.tsx'
import { type PasswordsAre, usePasswordGuard } from './usePasswordGuard.ts'

const accepted = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What is wrong with a chosen file before it is sent; the server judges the content. */
const useFileProblem = () => {
  const words = useWords(rosterEn)
  return (file: File | null): string | undefined => {
    if (!file || !/\.(?:csv|xlsx|txt|tsv)$/i.test(file.name)) return words.fileWrong
    if (file.size === 0) return words.fileEmpty
    return file.size > limits.sheetBytes ? words.fileTooLarge : undefined
  }
}

type ChooseProps = { onChecked: (file: File, checked: ImportReply) => void }

const ChooseFile = ({ onChecked }: ChooseProps) => {
  const words = useWords(rosterEn)
  const problemOf = useFileProblem()
  const check = useCheckRegister()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(file)
    setFault(found)
    if (found !== undefined || !file) return
    check.mutate({ file, makeAddresses: false }, { onSuccess: (checked) => onChecked(file, checked) })
  }
  const choose = (next: File | null) => {
    setFile(next)
    setFault(undefined)
    check.reset()
  }
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <Card className="w-full">
        <form onSubmit={submit} noValidate className="flex flex-col gap-5">
          <FileField
            label={words.file}
            name="file"
            hint={words.fileHint}
            accept={accepted}
            isRequired
            isDisabled={check.isPending}
            value={file}
            onChange={choose}
            error={fault}
          />
          <FormError text={check.error ? errorText(check.error, words.checkFailed) : undefined} />
          <div className="flex flex-wrap justify-end gap-2 max-md:flex-col-reverse">
            <ButtonLink to="/users">{words.back}</ButtonLink>
            <Button type="submit" variant="primary" isPending={check.isPending} pendingText={words.checking}>
              {words.check}
            </Button>
          </div>
        </form>
      </Card>
      <FileHelp />
    </div>
  )
}

type ReviewProps = {
  file: File
  first: ImportReply
  onImporting: (is: boolean) => void
  onAnother: () => void
  onDone: (slips: readonly Slip[]) => void
}

const ReviewFile = ({ file, first, onImporting, onAnother, onDone }: ReviewProps) => {
  const words = useWords(rosterEn)
  const check = useCheckRegister()
  const [makeAddresses, setMakeAddresses] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [error, setError] = useState<string>()
  const checked = check.data ?? first
  const [reason, setReason] = useState('')
  const { students, problemCount, withoutEmail, concessions } = checked
  const checkAgain = (make: boolean) => {
    setMakeAddresses(make)
    check.mutate({ file, makeAddresses: make }, { onError: (failed) => setError(errorText(failed, words.checkFailed)) })
  }
  const start = async () => {
    setImporting(true)
    onImporting(true)
    setError(undefined)
    try {
      onDone((await importRegister({ file, makeAddresses, reason: reason.trim() })).slips)
    } catch (failed) {
      setError(errorText(failed, words.importFailed))
      setImporting(false)
      onImporting(false)
      checkAgain(makeAddresses)
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="font-medium wrap-anywhere">{words.found(students.length, file.name)}</p>
      {withoutEmail > 0 && (
        <Card className="w-full">
          <SwitchField
            label={words.makeAddresses(withoutEmail)}
            hint={words.makeAddressesHint}
            value={makeAddresses}
            isDisabled={check.isPending || isImporting}
            onChange={checkAgain}
          />
        </Card>
      )}
      {concessions > 0 && (
        <Card className="w-full">
          <ReasonField
            reasons={words.reasons}
            other={words.otherReason}
            label={words.reason(concessions)}
            maxLength={limits.feeReason}
            isRequired
            isDisabled={isImporting}
            value={reason}
            onChange={setReason}
          />
        </Card>
      )}
      <FormError text={error} />
      {isImporting && (
        <div role="status" className="flex flex-col gap-2">
          <ProgressBar label={words.importing} value={null} />
          <p className="text-muted">{words.importingHint(students.length)}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-2 max-md:flex-col">
        <Button
          variant="primary"
          isDisabled={problemCount > 0 || (concessions > 0 && !isReason(reason))}
          isPending={isImporting || check.isPending}
          pendingText={isImporting ? words.importing : words.checking}
          onPress={() => void start()}
        >
          {words.import(students.length)}
        </Button>
        <Button isDisabled={isImporting} onPress={onAnother}>
          {words.another}
        </Button>
      </div>
      <div className={check.isPending ? 'opacity-60' : ''}>
        <CheckedFile checked={checked} />
      </div>
    </div>
  )
}

type Step = { name: 'choose' } | { name: 'review'; file: File; checked: ImportReply } | { name: 'slips'; slips: readonly Slip[] }

/** Students from a register: choose a file, see what would become of it, import, print the slips. */
export const ImportPage = () => {
  const words = useWords(rosterEn)
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const [passwords, setPasswords] = useState<PasswordsAre>('nowhere')
  usePasswordGuard(passwords)
  if (step.name === 'slips')
    return (
      <Page title={words.slips.title} tab={words.title}>
        <Slips slips={step.slips} onPrinted={() => setPasswords('printed')} />
      </Page>
    )
  return (
    <Page title={words.title} about={words.about}>
      {step.name === 'choose' ? (
        <ChooseFile onChecked={(file, checked) => setStep({ name: 'review', file, checked })} />
      ) : (
        <ReviewFile
          file={step.file}
          first={step.checked}
          onAnother={() => setStep({ name: 'choose' })}
          onImporting={(is) => setPasswords(is ? 'coming' : 'nowhere')}
          onDone={(slips) => {
            setPasswords('shown')
            setStep({ name: 'slips', slips })
          }}
        />
      )}
    </Page>
  )
}
