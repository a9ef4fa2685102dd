import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'

/** As many columns as fit; two on a small phone. */
export const coverGrid =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-[8px] md:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]'

const places = Array.from({ length: 12 }, (_, place) => place)

export const CoverGridSkeleton = () => (
  <Skeleton>
    <div className={coverGrid}>
      {places.map((place) => (
        <div key={place} className="flex flex-col gap-2 p-2">
          <Bar className="aspect-[5/7] w-full" />
          <Bar className="h-4 w-4/5" />
          <Bar className="h-3 w-1/2" />
        </div>
      ))}
    </div>
  </Skeleton>
)
