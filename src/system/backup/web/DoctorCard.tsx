import { Stethoscope } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatInstant, useWords } from '#web/words.ts'
import type { Doctor } from '../backup.contract.ts'
import { backupEn } from '../backup.en.ts'
import { useExamine } from './backup.queries.ts'

/** Shows the findings of the last data check and a button that starts the next one. */
export const DoctorCard = ({ doctor }: { doctor: Doctor }) => {
  const words = useWords(backupEn).doctor
  const examine = useExamine()
  const isBusy = doctor.state !== 'idle' || examine.isPending
  return (
    <Card
      title={words.title}
      action={
        <Button icon={<Stethoscope />} isPending={isBusy} pendingText={words.checking} onPress={() => examine.mutate()}>
          {words.check}
        </Button>
      }
    >
      <p className="text-muted">{words.about}</p>
      <p className="mt-3 font-medium">{doctor.at ? words.at(formatInstant(doctor.at)) : words.never}</p>
      {doctor.at && <Findings doctor={doctor} />}
    </Card>
  )
}

const Findings = ({ doctor: { failed, findings, count } }: { doctor: Doctor }) => {
  const words = useWords(backupEn).doctor
  if (failed) return <p className="text-error-text">{words.failed}</p>
  if (count === 0) return <p className="text-success-text">{words.well}</p>
  return (
    <>
      <p className="text-error-text">{words.found(count)}</p>
      <ul aria-label={words.found(count)} className="mt-2 max-h-72 list-disc overflow-y-auto pl-5">
        {findings.map(({ check, message }) => (
          <li key={`${check} ${message}`} className="py-1 wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
      {count > findings.length && <p className="text-muted">{words.more(count - findings.length)}</p>}
    </>
  )
}
