import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Half, halves, type Slot } from '#contract/terms.ts'
import { useShifts } from '#system/customization/web/customization.queries.ts'
import { areHalves, offeredOf } from '#system/shifts/shifts.policy.ts'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'

/** A half, both, or the key of a shift. */
export type Shown = Slot

/** Stable references, so that rows are not re-rendered. */
const halvesShown = { both: halves, morning: ['morning'], afternoon: ['afternoon'] } as const satisfies Record<string, readonly Half[]>

/** Where the shifts of the hall are not the halves of the day, the map shows one of them at a time. */
const useShiftShown = (asked: string | null) => {
  const shifts = useShifts()
  return useMemo(() => {
    if (areHalves(shifts)) return undefined
    const offered = offeredOf(shifts)
    return { keys: offered.map(({ key }) => key), shift: offered.find(({ key }) => key === asked) ?? offered[0] }
  }, [shifts, asked])
}

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
  const shownHalf = half ?? (isHalved ? 'morning' : 'both')
  const byShift = useShiftShown(parameters.get('half'))
  const choices: readonly Shown[] = byShift?.keys ?? (isHalved ? halves : (['both', ...halves] as const))
  return {
    shown: byShift?.shift?.key ?? shownHalf,
    /** What the tiles show: halves, or one shift. */
    tiles: byShift?.shift ?? halvesShown[shownHalf],
    choices,
    show: (next: Shown) => set('half', next === 'both' ? undefined : next),
    isFreeOnly,
    setFreeOnly: (next: boolean) => set('free', next ? '1' : undefined),
    /** The id of the person being moved. */
    movingId: parameters.get('move') ?? undefined,
    stopMoving: () => set('move', undefined),
  }
}
