import { Suspense } from 'react'
import { lazyScreen } from '../shell/screen.ts'
import type { ReorderProps } from './ReorderRows.tsx'
import { ListSkeleton } from './Skeleton.tsx'

/** Its code is large, and is loaded together with the items. */
export const reorderRows = lazyScreen<ReorderProps<unknown>>(async () => (await import('./ReorderRows.tsx')).ReorderRows)

/** `ReorderRows`, as soon as its code is loaded. */
export const ReorderList = <T,>(props: ReorderProps<T>) => (
  <Suspense fallback={<ListSkeleton rows={Math.min(props.items.length, 10)} />}>
    <reorderRows.Component {...(props as unknown as ReorderProps<unknown>)} />
  </Suspense>
)
