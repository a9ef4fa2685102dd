import { Wallet } from 'lucide-react'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { hallDayOf, today } from '#web/api/timeZone.ts'
import { formatRupees, useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { CashInBox } from '../cashbox.shapes.contract.ts'
import { CloseBoxButton } from './CloseBoxButton.tsx'
import { useCashInBox } from './cashbox.queries.ts'
import { useIsAfterHour } from './useIsAfterHour.ts'

const isClosedToday = ({ unclosedDays, lastClosedAt }: CashInBox): boolean =>
  unclosedDays === 0 && lastClosedAt !== null && hallDayOf(lastClosedAt) === today()

/** The cash that moved since the last closing and, late in the day, the button that closes the day. */
export const CashSinceClosing = () => {
  const words = useWords(cashboxEn).line
  const { data, error } = useCashInBox()
  const isLate = useIsAfterHour(useHall().closeHour)
  const since = data?.lastClosedAt === null ? words.sinceStart : words.sinceClosing
  return (
    <div className="flex min-h-10.5 items-center gap-4 max-md:min-h-11 max-md:justify-between">
      <p className="flex min-w-0 items-center gap-2 text-muted text-sm tabular-nums">
        <Wallet aria-hidden="true" className="size-4 shrink-0" />
        {data ? since(formatRupees(data.expected - data.openingFloat)) : error && words.loadFailed}
      </p>
      <CloseBoxButton text={words.close} isOffered={isLate && data !== undefined && !isClosedToday(data)} />
    </div>
  )
}
