import { type ComponentType, useEffect, useState } from 'react'
import { timeZone } from '#web/api/timeZone.ts'
import { onReturn } from '#web/shell/onReturn.ts'
import { type Answer, Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { LandingData } from '../landing.data.contract.ts'
import { landingEn } from '../landing.en.ts'
import { LandingView } from './LandingView.tsx'
import type { LandingContent } from './landingContent.ts'
import { drawnFrom } from './landingData.ts'
import { useNow } from './useClock.ts'

/** Wraps loaded data in the shape of a query result. */
const answered = <T,>(data: T | undefined): Answer<T> => ({ data, error: null, isFetching: false, refetch: () => undefined })

const contentOf = (drawn: LandingData | undefined): LandingContent => ({
  customization: answered(drawn?.customization),
  announcements: answered(drawn?.announcements.items),
  images: drawn?.images.items,
  freeSeats: drawn?.freeSeats ?? null,
})

type Follower = ComponentType<{ tell: (content: LandingContent) => void }>

/** True for the page the server has just sent; false after navigating back to it. */
let isJustSent = true

/**
 * Loads the code that keeps the page up to date. It is loaded after the page is rendered, because reading the page needs no calls, and a
 * phone should not spend time on it earlier; for a complete page only on a return to it. Without a connection the page stays as the server
 * rendered it.
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

/** The public page: what this place is, when it is open, what is new, and how to sign in. */
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
