import { useMemo } from 'react'
import type { ReadableNotice } from '../notices.shapes.contract.ts'
import { useDismissed } from './dismissed.ts'
import { useMyNotices } from './notices.queries.ts'

type Shown = {
  marquees: readonly ReadableNotice[]
  banners: readonly ReadableNotice[]
  /** False until the server has answered, or failed to. */
  isLoaded: boolean
}

/** The notices shown on every page now: moving lines, and banners that were not dismissed. */
export const useShownNotices = (): Shown => {
  const { data, isError } = useMyNotices()
  const items = data?.items
  const isDismissed = useDismissed()
  const marquees = useMemo(() => (items ?? []).filter(({ type }) => type === 'marquee'), [items])
  const banners = (items ?? []).filter((notice) => notice.type === 'banner' && !isDismissed(notice))
  return { marquees, banners, isLoaded: data !== undefined || isError }
}
