import type { Hall } from '#system/customization/customization.settings.contract.ts'
import { useWords } from '#web/words.ts'
import type { FreeSeats } from '../landing.data.contract.ts'
import { landingEn } from '../landing.en.ts'
import { slotPrices } from '../landing.policy.ts'
import { Part } from './Part.tsx'

const Price = ({ fee }: { fee: number }) => {
  const words = useWords(landingEn).fees
  return (
    <p className="mt-2">
      <span className="font-display font-semibold text-xl">{words.amount(fee)}</span> <span className="text-muted">{words.perMonth}</span>
    </p>
  )
}

/** What a month costs in each slot and, where the hall shows it, how many seats are free today; nothing if neither is known. */
export const Fees = ({ hall, freeSeats }: { hall: Hall; freeSeats: FreeSeats }) => {
  const words = useWords(landingEn).fees
  const prices = slotPrices(hall)
  if (prices.length === 0 && !freeSeats) return null
  const shown = hall.shifts.filter(({ key, isArchived }) => !isArchived && (freeSeats ?? prices.some(({ slot }) => slot === key)))
  return (
    <Part id="fees" title={prices.length > 0 ? words.title : words.seatsTitle}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-4">
        {shown.map(({ key: slot, name }) => {
          const price = prices.find((one) => one.slot === slot)
          return (
            <li key={slot} className="rounded-lg border border-line bg-surface p-4">
              <h3 className="font-medium">{name}</h3>
              {price && <Price fee={price.fee} />}
              {freeSeats && <p className="mt-1 tabular-nums">{words.free(freeSeats[slot] ?? 0)}</p>}
              {slot === 'full-day' && <p className="mt-1 text-muted text-sm">{words.fullDay}</p>}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
