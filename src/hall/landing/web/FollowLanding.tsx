import { useEffect } from 'react'
import { announcementsApi } from '#hall/announcements/announcements.contract.ts'
import { galleryApi } from '#hall/gallery/gallery.contract.ts'
import { useCustomization } from '#system/settings/web/customization.queries.ts'
import { bringAlong, useCall } from '#web/api/queryClient.ts'
import { sentAt } from '#web/shell/sentCustomization.ts'
import { defaultCustomization } from './defaultCustomization.ts'
import type { LandingContent } from './LandingPage.tsx'
import { drawnFrom, forgetDrawn } from './landingData.ts'

/** Takes over what came with the page, once. The beginning of a longer list is shown until the whole is there. */
const takeOver = (): void => {
  const sent = drawnFrom()
  if (!sent) return
  bringAlong(announcementsApi.publicList, { items: sent.announcements.items, nextCursor: null }, sentAt, sent.announcements.isWhole)
  bringAlong(galleryApi.publicList, { items: sent.images.items, nextCursor: null }, sentAt, sent.images.isWhole)
  forgetDrawn()
}
takeOver()

/** Draws nothing: keeps what the landing page shows as it is now. It comes after the page, which the server has drawn already. */
export const FollowLanding = ({ tell }: { tell: (content: LandingContent) => void }) => {
  const answer = useCustomization()
  // Where it cannot be loaded, visitors still find the way in, and the defaults until it can.
  const customization = answer.error && !answer.data ? { ...answer, data: defaultCustomization, error: null } : answer
  const announcements = useCall(announcementsApi.publicList)
  const gallery = useCall(galleryApi.publicList)
  const announced = announcements.data?.items
  // Where the pictures cannot be loaded, the drawn ones stand in for them.
  const images = gallery.data?.items ?? (gallery.error ? none : undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers are made again on every render, what is in them is not
  useEffect(() => {
    tell({ customization, announcements: { ...announcements, data: announced }, images })
  }, [tell, announced, images, ...stateOf(customization), ...stateOf(announcements)])
  return null
}

const none: never[] = []

const stateOf = ({ data, error, isFetching }: { data: unknown; error: unknown; isFetching: boolean }) => [data, error, isFetching]
