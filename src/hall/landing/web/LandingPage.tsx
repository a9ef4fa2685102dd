import { type ComponentType, useEffect, useState } from 'react'
import type { PublicAnnouncement } from '#hall/announcements/announcements.contract.ts'
import type { PublicImage } from '#hall/gallery/gallery.contract.ts'
import type { Customization } from '#system/settings/customization.contract.ts'
import { timeZone } from '#web/api/timeZone.ts'
import { onReturn } from '#web/shell/onReturn.ts'
import { type Answer, Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { LandingData } from '../landing.contract.ts'
import { landingEn } from '../landing.en.ts'
import { LandingView } from './LandingView.tsx'
import { drawnFrom } from './landingData.ts'
import { useNow } from './useClock.ts'

/** What the page shows, as far as it is known. */
export type LandingContent = {
  customization: Answer<Customization>
  announcements: Answer<readonly PublicAnnouncement[]>
  images: readonly PublicImage[] | undefined
}

const answered = <T,>(data: T | undefined): Answer<T> => ({ data, error: null, isFetching: false, refetch: () => undefined })

const contentOf = (drawn: LandingData | undefined): LandingContent => ({
  customization: answered(drawn?.customization),
  announcements: answered(drawn?.announcements.items),
  images: drawn?.images.items,
})

type Follower = ComponentType<{ tell: (content: LandingContent) => void }>

/** Only the page that the server has just sent is fresh, not one that someone comes back to. */
let isJustSent = true

/**
 * Fetched after the page stands there, because reading needs no calls, and for a page that came whole when someone comes back
 * to it: until then a phone has better things to do. Without a connection the page stays as it came.
 */
const useFollower = (drawn: LandingData | undefined): Follower | undefined => {
  const [follower, setFollower] = useState<{ Component: Follower }>()
  const isWhole = drawn?.announcements.isWhole === true && drawn.images.isWhole
  useEffect(() => {
    const follow = () =>
      void import('./FollowLanding.tsx').then(
        ({ FollowLanding }) => setFollower((known) => known ?? { Component: FollowLanding }),
        () => undefined,
      )
    const isFresh = isWhole && isJustSent
    isJustSent = false
    if (isFresh) return onReturn(follow)
    follow()
    return undefined
  }, [isWhole])
  return follower?.Component
}

/** The page that everybody may see: what this place is, when it is open, what is new, and the way in. */
export const LandingPage = () => {
  const words = useWords(landingEn)
  const [drawn] = useState(drawnFrom)
  const [content, setContent] = useState(() => contentOf(drawn))
  const now = useNow(drawn?.at)
  const Follower = useFollower(drawn)
  const systemName = content.customization.data?.systemName
  useEffect(() => {
    if (systemName !== undefined) document.title = systemName
  }, [systemName])
  return (
    <>
      <Loaded of={content.customization} skeleton={<ListSkeleton rows={8} />} failed={words.loadFailed}>
        {(customization) => (
          <LandingView {...content} customization={customization} clock={{ now, timeZone: drawn?.timeZone ?? timeZone() }} />
        )}
      </Loaded>
      {Follower && <Follower tell={setContent} />}
    </>
  )
}
