import { Bar, ListSkeleton } from '#web/ui/Skeleton.tsx'
import { figuresGrid } from './Statistics.tsx'

const tiles = [0, 1, 2, 3] as const

export const DashboardSkeleton = ({ isAdmin }: { isAdmin: boolean }) => (
  <div className="flex flex-col gap-6">
    {isAdmin && (
      <div className="@container">
        <div className={figuresGrid}>
          {tiles.map((tile) => (
            <Bar key={tile} className="h-24" />
          ))}
        </div>
      </div>
    )}
    <ListSkeleton rows={5} />
  </div>
)
