import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'

const widths = ['w-2/5', 'w-1/2', 'w-1/3', 'w-3/5', 'w-1/4', 'w-2/5'] as const

/** Placeholder messages on both sides, the newest at the bottom. */
export const LogSkeleton = () => (
  <div className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden p-4">
    <Skeleton>
      <div className="flex flex-col gap-3">
        {widths.map((width, place) => (
          <Bar key={width + String(place > 2)} className={`h-11 ${width} ${place % 3 === 2 ? 'self-end' : ''}`} />
        ))}
      </div>
    </Skeleton>
  </div>
)
