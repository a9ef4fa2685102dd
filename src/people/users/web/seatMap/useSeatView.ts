import { useSearchParams } from 'react-router'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { type HalfOfDay, halves } from './seats.ts'

export type Shown = HalfOfDay | 'both'

/** The same lists each time, so that rows stay as they are drawn. */
export const halvesShown = { both: halves, morning: ['morning'], afternoon: ['afternoon'] } as const satisfies Record<
  Shown,
  readonly HalfOfDay[]
>

/** What of the map is shown, and who is being moved in it: in the address, where other pages lead to it. */
export const useSeatView = () => {
  const [parameters, setParameters] = useSearchParams()
  const isNarrow = useIsNarrow()
  const half = halves.find((each) => each === parameters.get('half'))
  const set = (name: string, next: string | undefined) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === undefined) after.delete(name)
        else after.set(name, next)
        return after
      },
      { replace: true },
    )
  const shown: Shown = half ?? (isNarrow ? 'morning' : 'both')
  return {
    shown,
    /** On a phone there is room for one half only. */
    choices: isNarrow ? halves : (['both', ...halves] as const),
    show: (next: Shown) => set('half', next === 'both' ? undefined : next),
    isFreeOnly: parameters.get('free') === '1',
    setFreeOnly: (next: boolean) => set('free', next ? '1' : undefined),
    /** A person who is to be seated elsewhere, by id. */
    movingId: parameters.get('move') ?? undefined,
    stopMoving: () => set('move', undefined),
  }
}

/** Where the map opens with someone who is to be seated elsewhere. */
export const movingAddress = (userId: string): string => `/users?${new URLSearchParams({ view: 'seats', move: userId })}`
