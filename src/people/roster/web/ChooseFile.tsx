import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { errorText, useWords } from '#web/words.ts'
import { rosterEn } from '../roster.en.ts'
import { FileHelp } from './FileHelp.tsx'
import { checkRegister, firstReading } from './roster.queries.ts'
import type { CheckedFile } from './useRegister.ts'

const accepted = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Checks a chosen file before it is sent; the server checks the content. */
const useFileProblem = () => {
  const words = useWords(rosterEn)
  return (file: File | null): string | undefined => {
    if (!file || !/\.(?:csv|xlsx|txt|tsv)$/i.test(file.name)) return words.fileWrong
    if (file.size === 0) return words.fileEmpty
    return file.size > limits.sheetBytes ? words.fileTooLarge : undefined
  }
}

/** Returns a copy in memory: a browser cannot send a file again after it was saved on the device in the meantime. */
const copyOf = async (file: File): Promise<File | undefined> => {
  try {
    return new File([await file.arrayBuffer()], file.name, { type: file.type })
  } catch {
    return undefined
  }
}

const useChecking = (onChecked: (checked: CheckedFile) => void) => {
  const words = useWords(rosterEn)
  const problemOf = useFileProblem()
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState<string>()
  const [isChecking, setChecking] = useState(false)
  const start = async (chosen: File | null) => {
    const found = problemOf(chosen)
    setFault(found)
    setError(undefined)
    if (found !== undefined || !chosen) return
    setChecking(true)
    const file = await copyOf(chosen)
    if (!file) setFault(words.fileGone)
    else
      await checkRegister(file, firstReading).then(
        (checked) => onChecked({ file, reading: firstReading, checked }),
        (failed) => setError(errorText(failed, words.checkFailed)),
      )
    setChecking(false)
  }
  const reset = () => {
    setFault(undefined)
    setError(undefined)
  }
  return { fault, error, isChecking, start, reset }
}

/** The first step. A file is checked as soon as it is chosen. */
export const ChooseFile = ({ onChecked }: { onChecked: (checked: CheckedFile) => void }) => {
  const words = useWords(rosterEn)
  const [file, setFile] = useState<File | null>(null)
  const { fault, error, isChecking, start, reset } = useChecking(onChecked)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void start(file)
  }
  const choose = (next: File | null) => {
    setFile(next)
    if (next) void start(next)
    else reset()
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
            isDisabled={isChecking}
            value={file}
            onChange={choose}
            error={fault}
          />
          <FormError text={error} />
          <div className="flex flex-wrap justify-end gap-2 max-md:flex-col-reverse">
            <ButtonLink to="/users">{words.back}</ButtonLink>
            <Button type="submit" variant="primary" isPending={isChecking} pendingText={words.checking}>
              {words.check}
            </Button>
          </div>
        </form>
      </Card>
      <FileHelp />
    </div>
  )
}
