import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { LandingData } from '../landing.contract.ts'
import { LandingView } from './LandingView.tsx'

/** The scripts that the browser needs for this page; the build knows their names. */
declare const LANDING_SCRIPTS: readonly string[]
export const scripts = LANDING_SCRIPTS

/** What the server puts into the page. The browser goes on with exactly this: the boundary is that of every page. */
export const draw = ({ at, timeZone, customization, announcements, images }: LandingData): string =>
  renderToString(
    <Suspense>
      <MemoryRouter>
        <LandingView
          customization={customization}
          announcements={{ data: announcements.items, error: null, isFetching: false, refetch: () => undefined }}
          images={images.items}
          clock={{ now: new Date(at), timeZone }}
        />
      </MemoryRouter>
    </Suspense>,
  )
