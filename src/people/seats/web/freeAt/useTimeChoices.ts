import { wallClockIn } from '#contract/day.ts'
import { useShifts } from '#system/customization/web/customization.queries.ts'
import { offeredOf } from '#system/shifts/shifts.policy.ts'
import { timeZone } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import { freeAtEn } from '../../seats.freeAt.en.ts'
import { ownChoice, ownTimesOf, slotChoice, type TimeChoice, tonightOf } from './freeAt.ts'

const PROPOSED_HOURS = 4

/** Proposes the next four hours; the person changes them. */
const proposedTimes = (): TimeChoice => {
  const hour = Number(wallClockIn(timeZone(), new Date()).slice(11, 13))
  const at = (hours: number) => `${String(hours % 24).padStart(2, '0')}:00`
  return ownChoice({ from: at(hour), to: at(hour + PROPOSED_HOURS) })
}

/** Returns the times that can be chosen, and a function that names one. */
export const useTimeChoices = () => {
  const words = useWords(freeAtEn)
  const shifts = offeredOf(useShifts())
  const choices = [
    { key: 'now', label: words.now },
    { key: 'tonight', label: words.tonight(tonightOf(shifts)) },
    ...shifts.map((shift) => ({ key: slotChoice(shift.key), label: words.shift(shift.name, shift) })),
    { key: 'day', label: words.day },
  ]
  const nameOf = (choice: TimeChoice): string => {
    const own = ownTimesOf(choice)
    return own ? words.times(own) : (choices.find(({ key }) => key === choice)?.label ?? '')
  }
  return {
    choices: [...choices, { key: 'own', label: words.own }],
    nameOf,
    chosen: (key: string) => (key === 'own' ? proposedTimes() : key),
  }
}
