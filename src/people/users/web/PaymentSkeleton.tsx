import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'

/** In place of a payment form that is still loading, and as high as the form, so that nothing below it moves. */
export const PaymentSkeleton = () => (
  <Skeleton>
    <div className="flex h-70.75 flex-col gap-4 max-md:h-84.75">
      <Bar className="h-6 w-1/2" />
      <Bar className="h-16" />
      <Bar className="h-16" />
      <Bar className="h-10 w-36 max-md:w-full" />
    </div>
  </Skeleton>
)
