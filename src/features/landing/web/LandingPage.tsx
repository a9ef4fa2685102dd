import { type ComponentType, useEffect, useState } from 'react'
import type { PublicAnnouncement } from '#features/announcements/announcements.contract.ts'
import type { Customization } from '#features/customization/customization.contract.ts'
import type { PublicImage } from '#features/gallery/gallery.contract.ts'
import { timeZone } from '#web/api/timeZone.ts'
import { type Answer, Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { LandingData } from '../landing.contract.ts'
import { landingEn } from '../landing.en.ts'
import { LandingView } from './LandingView.tsx'
import { drawnFrom, forgetDrawn } from './landingData.ts'
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

/** Fetched after the page stands there, because reading needs no calls. Without a connection the page stays as it came. */
const useFollower = (): Follower | undefined => {
  const [follower, setFollower] = useState<{ Component: Follower }>()
  useEffect(() => {
    import('./FollowLanding.tsx').then(
      ({ FollowLanding }) => setFollower({ Component: FollowLanding }),
      () => undefined,
    )
  }, [])
  return follower?.Component
}

/** The page that everybody may see: what this place is, when it is open, what is new, and the way in. */
export const LandingPage = () => {
  const words = useWords(landingEn)
  const [drawn] = useState(drawnFrom)
  const [content, setContent] = useState(() => contentOf(drawn))
  const now = useNow(drawn?.at)
  const Follower = useFollower()
  const systemName = content.customization.data?.systemName
  useEffect(() => forgetDrawn, [])
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
