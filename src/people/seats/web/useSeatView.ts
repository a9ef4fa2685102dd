import { useSearchParams } from 'react-router'
import { type Half, halves } from '#contract/terms.ts'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'

export type Shown = Half | 'both'

/** Stable references, so that rows are not re-rendered. */
export const halvesShown = { both: halves, morning: ['morning'], afternoon: ['afternoon'] } as const satisfies Record<
  Shown,
  readonly Half[]
>

/** The shown half of the map and the person being moved, stored in the URL, so that other pages can link to them. */
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
  const isFreeOnly = parameters.get('free') === '1'
  // A phone has space for one half of all seats. The free ones are fewer, and are counted in both halves.
  const isHalved = isNarrow && !isFreeOnly
  const shown: Shown = half ?? (isHalved ? 'morning' : 'both')
  return {
    shown,
    choices: isHalved ? halves : (['both', ...halves] as const),
    show: (next: Shown) => set('half', next === 'both' ? undefined : next),
    isFreeOnly,
    setFreeOnly: (next: boolean) => set('free', next ? '1' : undefined),
    /** The id of the person being moved. */
    movingId: parameters.get('move') ?? undefined,
    stopMoving: () => set('move', undefined),
  }
}
