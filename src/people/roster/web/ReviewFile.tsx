import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { isReason } from '#contract/reason.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { useWords } from '#web/words.ts'
import { rosterEn } from '../roster.en.ts'
import { ColumnMatching, missingColumn } from './ColumnMatching.tsx'
import { Duplicates } from './Duplicates.tsx'
import { ImportBar } from './ImportBar.tsx'
import { ProblemGroups } from './ProblemGroups.tsx'
import { ReadyStudents } from './ReadyStudents.tsx'
import { type Imported, leftOutCount, useImport } from './useImport.ts'
import type { PasswordsAre } from './usePasswordGuard.ts'
import { type CheckedFile, type Register, useRegister } from './useRegister.ts'

/** What the file contains, and whether it has problems. */
const Found = ({ register: { file, checked }, onAnother }: { register: Register; onAnother: () => void }) => {
  const words = useWords(rosterEn)
  const { rowCount, fileRowCount, firstRow, lastRow, students, ignored } = checked
  const isWhole = rowCount === fileRowCount
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-medium wrap-anywhere">{words.found(rowCount, file.name)}</p>
        <Button variant="quiet" onPress={onAnother} className="-mx-4">
          {words.another}
        </Button>
      </div>
      {!isWhole && <Notice tone="info">{words.part(fileRowCount, firstRow, lastRow)}</Notice>}
      {students.length > 0 && leftOutCount({ checked }) === 0 && <Notice tone="success">{words.ready(students.length)}</Notice>}
      {ignored.length > 0 && !missingColumn(checked) && <Notice tone="info">{words.ignored(ignored.join(', '))}</Notice>}
    </div>
  )
}

type WhyProps = { concessions: number; reason: string; setReason: (reason: string) => void }

/** The reason for fees other than the hall's, which the import requires. */
const WhyOtherFees = ({ concessions, reason, setReason }: WhyProps) => {
  const words = useWords(rosterEn)
  if (concessions === 0) return null
  return (
    <Card className="w-full">
      <ReasonField
        reasons={words.reasons}
        other={words.otherReason}
        label={words.reason(concessions)}
        maxLength={limits.reason}
        isRequired
        value={reason}
        onChange={setReason}
      />
    </Card>
  )
}

type Props = {
  start: CheckedFile
  /** Reports what would be lost by leaving. */
  onLosing: (passwords: PasswordsAre) => void
  onAnother: () => void
  onDone: (imported: Imported) => void
}

/** The second step: match columns, correct cells, choose duplicates, import. */
export const ReviewFile = ({ start, onLosing, onAnother, onDone }: Props) => {
  const words = useWords(rosterEn)
  const register = useRegister(start)
  const { checked, reading, error, isChecking } = register
  const importing = useImport(register, onDone)
  const [reason, setReason] = useState('')
  const { students, concessions } = checked
  const needsReason = concessions > 0 && !isReason(reason)
  const losing = importing.isImporting ? 'coming' : reading.fixes.length > 0 ? 'corrected' : 'nowhere'
  useEffect(() => onLosing(losing), [losing, onLosing])
  return (
    <div className="flex flex-col gap-6">
      <fieldset disabled={importing.isImporting} className="contents">
        <Found register={register} onAnother={onAnother} />
        <WhyOtherFees {...{ concessions, reason, setReason }} />
        <ColumnMatching register={register} />
        <ProblemGroups register={register} />
        <Duplicates register={register} />
      </fieldset>
      {importing.isImporting && (
        <div role="status" className="flex flex-col gap-2">
          <ProgressBar label={words.importing} value={null} />
          <p className="text-muted">{words.importingHint(students.length)}</p>
        </div>
      )}
      <div className={isChecking ? 'opacity-60' : ''}>
        <ReadyStudents checked={checked} />
      </div>
      <ImportBar
        register={register}
        isImporting={importing.isImporting}
        canImport={students.length > 0 && error === undefined && !needsReason}
        needsReason={needsReason}
        failure={importing.error}
        onImport={() => void importing.start(reason.trim())}
      />
    </div>
  )
}
