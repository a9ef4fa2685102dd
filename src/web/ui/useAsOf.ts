import { useSearchParams } from 'react-router'
import { isDay } from '#contract/day.ts'
import { today } from '../api/timeZone.ts'

/** Returns the day as of which figures are shown, from the address; undefined for the current ones. */
export const useAsOf = () => {
  const [parameters, setParameters] = useSearchParams()
  const given = parameters.get('as-of') ?? ''
  const asOf = isDay(given) && given <= today() ? given : undefined
  const setAsOf = (day: string) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (day) after.set('as-of', day)
        else after.delete('as-of')
        return after
      },
      { replace: true },
    )
  return { asOf, setAsOf }
}
