import { admits, isStudent, type Role } from '#contract/actor.ts'
import { OccupancySkeleton } from '#people/seats/web/occupancy/OccupancySkeleton.tsx'
import { Bar, ListSkeleton, Skeleton } from '#web/ui/Skeleton.tsx'
import { figuresGrid, todayGrid, todayPlace } from './dashboardGrids.ts'
import { quickActionsGrid, quickActionsOf } from './QuickActions.tsx'

const tiles = [0, 1, 2, 3] as const
const figures = [0, 1, 2, 3, 4, 5] as const

/** Reserves the layout of everything above the list of new documents. */
export const DashboardSkeleton = ({ role }: { role: Role }) => (
  <div className="flex flex-col gap-6">
    <Skeleton>
      <div className="flex flex-col gap-6">
        {isStudent({ role }) ? <Bar className="h-44" /> : <TodaySkeleton />}
        <div>
          <Heading />
          <div className={quickActionsGrid}>
            {quickActionsOf(role).map(({ word }) => (
              <Bar key={word} className="h-24 max-md:h-18" />
            ))}
          </div>
        </div>
        {isStudent({ role }) && <Bar className="h-16" />}
        {admits('admin', role) && <OccupancySkeleton />}
        {admits('admin', role) && (
          <div className="@container">
            <div className={figuresGrid}>
              {tiles.map((tile) => (
                <Bar key={tile} className="h-24" />
              ))}
            </div>
          </div>
        )}
      </div>
    </Skeleton>
    <ListSkeleton rows={5} />
  </div>
)

const Heading = () => <Bar className="mb-3 h-7 w-32" />

const TodaySkeleton = () => (
  <div>
    <Heading />
    <div className={todayGrid}>
      {figures.map((figure) => (
        <Bar key={figure} className={todayPlace} />
      ))}
    </div>
  </div>
)
