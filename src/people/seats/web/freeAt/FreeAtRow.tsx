import { X } from 'lucide-react'
import { today } from '#web/api/timeZone.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { TimeField } from '#web/ui/TimeField.tsx'
import { useWords } from '#web/words.ts'
import type { Seat } from '../../seats.contract.ts'
import { freeAtEn } from '../../seats.freeAt.en.ts'
import { ownChoice, ownTimesOf, type TimeChoice } from './freeAt.ts'
import { type FreeAt, isToday } from './useFreeAt.ts'
import { useTimeChoices } from './useTimeChoices.ts'

export type FreeAtRowProps = { freeAt: FreeAt; choice: TimeChoice; seats: readonly Seat[] }

/** How many seats are free at the chosen time, and from which day. */
export const FreeAtRow = ({ freeAt, choice, seats }: FreeAtRowProps) => {
  const words = useWords(freeAtEn)
  const { nameOf } = useTimeChoices()
  const { since, isLater, countIn, setSince, clear } = freeAt
  const time = isLater ? `${nameOf(choice)} ${words.since(since)}` : nameOf(choice)
  return (
    <fieldset aria-label={words.label} className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 max-md:gap-x-2">
      <p role="status" className="min-w-0 font-medium text-sm tabular-nums max-md:flex-1">
        {words.count(countIn(seats), seats.length, time)}
      </p>
      <Button variant="quiet" icon={<X />} onPress={clear} className="px-3!">
        {/* Next to the sentence, a phone has space only for the icon. */}
        <span className="max-md:sr-only">{words.clear}</span>
      </Button>
      <OwnTimes freeAt={freeAt} choice={choice} />
      {!isToday(choice) && (
        <DateField
          label={words.firstDay}
          value={isLater ? since : ''}
          min={today()}
          onChange={setSince}
          className="flex-row! flex-wrap items-center gap-x-2!"
        />
      )}
    </fieldset>
  )
}

/** Two times of the day; a time that is being typed changes nothing. */
const OwnTimes = ({ freeAt: { choose }, choice }: { freeAt: FreeAt; choice: string }) => {
  const words = useWords(freeAtEn)
  const own = ownTimesOf(choice)
  if (!own) return null
  const set = (name: 'from' | 'to') => (time: string) => time && choose(ownChoice({ ...own, [name]: time }))
  return (
    <span className="flex items-center gap-2">
      <TimeField label={words.from} value={own.from} onChange={set('from')} />
      <span aria-hidden="true">–</span>
      <TimeField label={words.to} value={own.to} onChange={set('to')} />
    </span>
  )
}
