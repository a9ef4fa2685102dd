import { monthOfDay } from '#contract/month.ts'
import { today } from '#web/api/timeZone.ts'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { userFormsEn } from '../users.forms.en.ts'

/** Returns whether this last day makes an expired account valid again. */
const isExtended = ({ terminationDate }: User, next: string): boolean =>
  terminationDate !== null && terminationDate < today() && (next === '' || next >= today())

/** Returns the number of whole months between the last day of an account and today. */
const gapMonths = ({ terminationDate }: User): number => (terminationDate ? monthOfDay(today()) - monthOfDay(terminationDate) - 1 : 0)

type Toggle = { name: string; value: boolean; onChange: (value: boolean) => void }

/** Asks, when an account is extended after a gap, if the months of the gap are charged. */
export const ChargeGapField = ({ user, lastDay, toggle }: { user: User; lastDay: string; toggle: Toggle }) => {
  const words = useWords(userFormsEn).form
  const months = gapMonths(user)
  if (user.dateJoinedLibrary === null || months < 1 || !isExtended(user, lastDay)) return null
  return <SwitchField label={words.chargeGap} hint={words.gapHint(months)} {...toggle} />
}

/** Offers to extend an account without its seat, which may have another holder. */
export const WithoutSeatField = ({ user, lastDay, toggle }: { user: User; lastDay: string; toggle: Toggle }) => {
  const words = useWords(userFormsEn).form
  if (user.seatNumber === null || !isExtended(user, lastDay)) return null
  return <SwitchField label={words.withoutSeat(user.seatNumber)} hint={words.withoutSeatHint} {...toggle} />
}
