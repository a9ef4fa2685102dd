import { useShifts } from '#system/customization/web/customization.queries.ts'
import { offeredOf } from '#system/shifts/shifts.policy.ts'
import { Bar } from '#web/ui/Skeleton.tsx'

/** Shared with the card, so that nothing moves when it arrives. */
export const occupancyLook = {
  card: 'rounded-xl border border-line bg-surface p-6 max-md:p-4',
  title: 'mb-3 min-h-7',
  shifts: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-6',
  shift: 'min-h-14 py-1.5',
  hours: 'mt-4 h-28',
} as const

/** The room of the card until it is loaded: one row for each shift, and the hours. */
export const OccupancySkeleton = () => {
  const shifts = offeredOf(useShifts())
  return (
    <div className={occupancyLook.card}>
      <Bar className={`${occupancyLook.title} w-48`} />
      <div className={occupancyLook.shifts}>
        {shifts.map(({ key }) => (
          <div key={key} className={occupancyLook.shift}>
            <Bar className="h-full w-3/4" />
          </div>
        ))}
      </div>
      <Bar className={occupancyLook.hours} />
    </div>
  )
}
