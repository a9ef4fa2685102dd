import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { sentenceOf, useWords } from '#web/words.ts'
import { rosterEn } from '../roster.en.ts'
import type { RosterDuplicate } from '../roster.register.contract.ts'
import type { Register } from './useRegister.ts'

const SHOWN_FIRST = 10
const SHOWN_MORE = 50

type RowProps = { duplicate: RosterDuplicate; isChosen: boolean; onChoose: (isChosen: boolean) => void }

const DuplicateRow = ({ duplicate, isChosen, onChoose }: RowProps) => {
  const { row, name, canImport } = duplicate
  const words = useWords(rosterEn)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line border-t py-3">
      <p className="min-w-0 grow basis-[14rem]">
        <span className="text-muted text-sm tabular-nums">{words.row(row)} · </span>
        <span dir="auto" className="font-medium wrap-anywhere">
          {name || words.noName}
        </span>
        <span className="block text-muted text-sm wrap-anywhere">{sentenceOf(duplicate)}</span>
      </p>
      {canImport && (
        <label className="flex min-h-10 cursor-pointer items-center gap-2 max-md:min-h-11">
          <input
            type="checkbox"
            aria-label={words.duplicates.of(name, row)}
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
            className="size-5 accent-primary-fill"
          />
          {words.duplicates.anyway}
        </label>
      )}
    </li>
  )
}

/** Rows of people who have an account or an earlier row. They are skipped unless they are selected. */
export const Duplicates = ({ register: { checked, reading, change } }: { register: Register }) => {
  const words = useWords(rosterEn)
  const [shown, setShown] = useState(SHOWN_FIRST)
  const { duplicates } = checked
  if (duplicates.length === 0) return null
  const chosen = new Set(reading.anyway)
  const hidden = duplicates.length - shown
  const choose = (row: number, isChosen: boolean) =>
    change({ anyway: isChosen ? [...reading.anyway, row] : reading.anyway.filter((each) => each !== row) })
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-lg">{words.duplicates.title(duplicates.filter(({ isSkipped }) => isSkipped).length)}</h2>
      <p className="text-muted">{words.duplicates.hint}</p>
      <ul>
        {duplicates.slice(0, shown).map((duplicate) => (
          <DuplicateRow
            key={duplicate.row}
            duplicate={duplicate}
            isChosen={chosen.has(duplicate.row)}
            onChoose={(isChosen) => choose(duplicate.row, isChosen)}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <Button className="self-start" onPress={() => setShown(shown + SHOWN_MORE)}>
          {words.more(Math.min(hidden, SHOWN_MORE))}
        </Button>
      )}
    </section>
  )
}
