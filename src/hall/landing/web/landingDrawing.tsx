import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { LandingData } from '../landing.data.contract.ts'
import { LandingView } from './LandingView.tsx'

/** Scripts that the browser needs for this page; the build fills in their names. */
declare const LANDING_SCRIPTS: readonly string[]
export const scripts = LANDING_SCRIPTS

/** Renders the page on the server. The browser hydrates exactly this tree, including the boundary around every page. */
export const draw = ({ at, timeZone, customization, announcements, images, freeSeats }: LandingData): string =>
  renderToString(
    <Suspense>
      <MemoryRouter>
        <LandingView
          customization={customization}
          announcements={{ data: announcements.items, error: null, isFetching: false, refetch: () => undefined }}
          images={images.items}
          freeSeats={freeSeats}
          clock={{ now: new Date(at), timeZone }}
        />
      </MemoryRouter>
    </Suspense>,
  )
