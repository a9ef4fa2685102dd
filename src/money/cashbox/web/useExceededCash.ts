import { typedNumber } from '#web/ui/typedNumber.ts'
import { useCashInBox } from './cashbox.queries.ts'

/** Returns the cash that should be in the box if the typed amount, which is paid out in cash, is larger; undefined otherwise. */
export const useExceededCash = (amount: unknown, isPaidOut: boolean): number | undefined => {
  const inBox = useCashInBox(isPaidOut).data?.expected
  return isPaidOut && inBox !== undefined && typedNumber(String(amount ?? '')) > inBox ? inBox : undefined
}
