import { lazy, Suspense } from 'react'
import type { ReorderProps } from './ReorderRows.tsx'
import { ListSkeleton } from './Skeleton.tsx'

const Rows = lazy(async () => ({ default: (await import('./ReorderRows.tsx')).ReorderRows }))

/** `ReorderRows`, whose large code is loaded together with the items. */
export const ReorderList = <T,>(props: ReorderProps<T>) => (
  <Suspense fallback={<ListSkeleton rows={Math.min(props.items.length, 6)} />}>
    <Rows {...(props as unknown as ReorderProps<unknown>)} />
  </Suspense>
)
