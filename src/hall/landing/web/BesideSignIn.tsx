import { useState } from 'react'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { timeZone } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import { hallPicture } from '../landing.data.contract.ts'
import { landingEn } from '../landing.en.ts'
import { drawnRoom, Evening } from './DrawnRoom.tsx'
import { HoursList } from './HoursList.tsx'
import { useNow } from './useClock.ts'

/** The address of the picture is in the page; it may have been deleted since. */
const Picture = () => {
  const [source, setSource] = useState(() => document.querySelector<HTMLMetaElement>(`meta[name="${hallPicture}"]`)?.content ?? drawnRoom)
  return (
    <Evening isDrawn={source === drawnRoom} className="min-h-0 w-full flex-1">
      <img src={source} alt="" onError={() => setSource(drawnRoom)} className="size-full object-cover" />
    </Evening>
  )
}

/** A picture of the hall, its address and its hours, in a column whose place the page has reserved. */
export const BesideSignIn = () => {
  const words = useWords(landingEn)
  const landing = useCustomization().data?.landing
  const now = useNow(undefined)
  return (
    <>
      <Picture />
      {landing && (
        <div className="flex shrink-0 flex-wrap gap-x-12 gap-y-4 border-line border-t bg-surface p-8">
          {landing.address && (
            <section>
              <h2 className="mb-1 font-medium text-muted text-sm">{words.visit.address}</h2>
              <p dir="auto" className="whitespace-pre-line text-left wrap-anywhere">
                {landing.address}
              </p>
            </section>
          )}
          <section>
            <h2 className="mb-1 font-medium text-muted text-sm">{words.footer.hours}</h2>
            <HoursList landing={landing} clock={{ now, timeZone: timeZone() }} />
          </section>
        </div>
      )}
    </>
  )
}
