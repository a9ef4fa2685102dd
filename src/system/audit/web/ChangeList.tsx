import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { useIsPrinted } from '#web/ui/useIsPrinted.ts'
import { formatDay, formatInstant, formatRupees, useWords } from '#web/words.ts'
import type { AuditChange } from '../audit.contract.ts'
import { auditEn } from '../audit.en.ts'
import { readableField, readableValue, type ValueFormats } from '../audit.fields.contract.ts'

/** Number of fields of one change shown at first. */
const FEW = 4

const useFormats = (): ValueFormats => ({
  ...useWords(auditEn).values,
  day: formatDay,
  instant: formatInstant,
  rupees: formatRupees,
})

/** Lists the changed fields with their values before and after. */
export const ChangeList = ({ changes }: { changes: readonly AuditChange[] }) => {
  const words = useWords(auditEn)
  const [isWhole, setWhole] = useState(false)
  const isPrinted = useIsPrinted()
  if (changes.length === 0) return <span className="text-muted">{words.nothing}</span>
  const more = changes.length - FEW
  return (
    <div className="flex w-full min-w-0 flex-col items-start gap-1">
      <dl className="flex w-full flex-col gap-1">
        {(isWhole || isPrinted ? changes : changes.slice(0, FEW)).map((change) => (
          <Change key={change.field} change={change} />
        ))}
      </dl>
      {more > 0 && (
        <Button variant="quiet" className="-ml-3" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
          {isWhole ? words.less : words.more(more)}
        </Button>
      )}
    </div>
  )
}

const Change = ({ change: { field, before, after } }: { change: AuditChange }) => {
  const words = useWords(auditEn)
  const formats = useFormats()
  const [was, is] = [before, after].map((json) => readableValue(field, json, formats))
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{readableField(field, words.fields)}</dt>
      <dd className="line-clamp-6 print:line-clamp-none min-w-0 whitespace-pre-line wrap-anywhere">
        {typeof was === 'string' && typeof is === 'string' ? words.fromTo(was, is) : (is ?? was)}
      </dd>
    </div>
  )
}
