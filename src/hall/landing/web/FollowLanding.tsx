import { useEffect } from 'react'
import { announcementsApi } from '#hall/announcements/announcements.contract.ts'
import { galleryApi } from '#hall/gallery/gallery.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { bringAlong, useCall } from '#web/api/queryClient.ts'
import { sentAt } from '#web/shell/sentCustomization.ts'
import { landingApi } from '../landing.contract.ts'
import { defaultCustomization } from './defaultCustomization.ts'
import type { LandingContent } from './landingContent.ts'
import { drawnFrom, forgetDrawn } from './landingData.ts'

/** Adds the embedded data to the query cache, once. A partial list is shown until the whole list is loaded. */
const takeOver = (): void => {
  const sent = drawnFrom()
  if (!sent) return
  bringAlong(announcementsApi.publicList, { items: sent.announcements.items, nextCursor: null }, sentAt, sent.announcements.isWhole)
  bringAlong(galleryApi.publicList, { items: sent.images.items, nextCursor: null }, sentAt, sent.images.isWhole)
  bringAlong(landingApi.freeSeats, { freeSeats: sent.freeSeats }, sentAt, true)
  forgetDrawn()
}
takeOver()

/** Renders nothing: keeps the content of the landing page up to date. Loaded after the page, which the server has rendered already. */
export const FollowLanding = ({ tell }: { tell: (content: LandingContent) => void }) => {
  const answer = useCustomization()
  // If it cannot be loaded, visitors still get the sign-in link, with the defaults for the rest.
  const customization = answer.error && !answer.data ? { ...answer, data: defaultCustomization, error: null } : answer
  const announcements = useCall(announcementsApi.publicList)
  const gallery = useCall(galleryApi.publicList)
  const seats = useCall(landingApi.freeSeats, {}, { enabled: customization.data?.hall.showFreeSeats === true })
  const freeSeats = customization.data?.hall.showFreeSeats ? (seats.data?.freeSeats ?? null) : null
  const announced = announcements.data?.items
  // If the pictures cannot be loaded, the built-in drawings are shown.
  const images = gallery.data?.items ?? (gallery.error ? none : undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results are new objects on every render, but their data is not
  useEffect(() => {
    tell({ customization, announcements: { ...announcements, data: announced }, images, freeSeats })
  }, [tell, announced, images, freeSeats, ...stateOf(customization), ...stateOf(announcements)])
  return null
}

const none: never[] = []

const stateOf = ({ data, error, isFetching }: { data: unknown; error: unknown; isFetching: boolean }) => [data, error, isFetching]
