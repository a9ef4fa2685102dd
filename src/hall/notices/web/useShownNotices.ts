import { useMemo } from 'react'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import { useDismissed } from './dismissed.ts'
import { useMyNotices } from './notices.queries.ts'

/** The notices shown on every page now: moving lines, and banners that were not dismissed. */
export const useShownNotices = (): { marquees: readonly ReadableNotice[]; banners: readonly ReadableNotice[] } => {
  const items = useMyNotices().data?.items
  const isDismissed = useDismissed()
  const marquees = useMemo(() => (items ?? []).filter(({ type }) => type === 'marquee'), [items])
  return { marquees, banners: (items ?? []).filter((notice) => notice.type === 'banner' && !isDismissed(notice)) }
}
