import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useWords } from '#web/words.ts'
import type { ImportReply } from '../roster.contract.ts'
import { rosterEn } from '../roster.en.ts'
import { RosterField, rosterHeadings } from '../roster.register.contract.ts'
import type { Register } from './useRegister.ts'

type Matched = { at: number; heading: string; samples: readonly string[]; field: RosterField | null }

const allColumns = ({ columns, unused }: ImportReply): Matched[] =>
  [...columns, ...unused.map((column) => ({ ...column, field: null }))].toSorted((one, other) => one.at - other.at)

/** Returns the columns with one changed; another column that had this field is no longer imported. */
const withChanged = (columns: readonly Matched[], at: number, field: RosterField | null): (RosterField | null)[] => {
  const width = Math.max(...columns.map((column) => column.at)) + 1
  const fields = Array.from({ length: width }, (_, place) => columns.find((column) => column.at === place)?.field ?? null)
  return fields.map((each, place) => (place === at ? field : each === field ? null : each))
}

/** Returns the required column that a file lacks. */
export const missingColumn = ({ columns }: ImportReply): 'name' | 'contact' | undefined => {
  const has = (field: RosterField) => columns.some((column) => column.field === field)
  if (!has('name')) return 'name'
  return has('email') || has('phone') ? undefined : 'contact'
}

/** The field of each column, which can be changed. Expanded while the file lacks a required column. */
export const ColumnMatching = ({ register: { checked, change } }: { register: Register }) => {
  const words = useWords(rosterEn).matching
  const missing = missingColumn(checked)
  const [isOpened, setOpened] = useState(missing !== undefined)
  const columns = allColumns(checked)
  const options = RosterField.options.map((field) => ({ value: field, label: rosterHeadings[field] }))
  const used = columns.filter(({ field }) => field !== null).length
  const isOpen = isOpened || missing === 'name'
  return (
    <Card
      className="w-full"
      title={words.title}
      action={
        <Button variant="quiet" aria-expanded={isOpen} isDisabled={missing === 'name'} onPress={() => setOpened(!isOpen)}>
          {isOpen ? words.hide : words.change}
        </Button>
      }
    >
      <p className="text-muted">{isOpen ? words.hint : words.summary(used, columns.length)}</p>
      {missing && (
        <div className="mt-3">
          <Notice tone="warning">{missing === 'name' ? words.needsName : words.needsContact}</Notice>
        </div>
      )}
      {isOpen && (
        <div className="mt-4 grid gap-x-6 gap-y-4 md:grid-cols-2 lg:grid-cols-3">
          {columns.map(({ at, heading, samples, field }) => (
            <SelectField
              key={at}
              label={heading || words.column(at + 1)}
              hint={samples.join(' · ') || words.noCells}
              placeholder={words.unused}
              options={options}
              value={field ?? ''}
              onChange={(next) => change({ columns: withChanged(columns, at, RosterField.safeParse(next).data ?? null) })}
              className="wrap-anywhere [&_p]:line-clamp-2"
            />
          ))}
        </div>
      )}
    </Card>
  )
}
