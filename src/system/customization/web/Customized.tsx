import { useEffect } from 'react'
import { CallError } from '#web/api/callError.ts'
import { useSession } from '#web/api/session.ts'
import { setDayStart } from '#web/api/timeZone.ts'
import { brandingOf, setBranding } from '#web/shell/Branding.tsx'
import { applyTheme, colorBrowser } from '#web/theme/applyTheme.ts'
import { useCustomization } from './customization.queries.ts'

/**
 * Renders nothing: keeps name, logo, theme and the hour of the day's beginning of every page up to date. If the call fails, the page keeps the values it was sent with, or
 * the defaults.
 */
export const Customized = () => {
  const session = useSession()
  // Signing in or out clears the query cache, so a new key refetches.
  return <Follow key={session?.token ?? 'nobody'} />
}

const Follow = () => {
  const { data, error } = useCustomization()
  useEffect(() => {
    if (!data) return undefined
    setBranding(brandingOf(data))
    setDayStart(data.hall.dayStartsAt)
    applyTheme(data.themeCssUrl)
    return colorBrowser(data.activeTheme.colors.background)
  }, [data])
  useEffect(() => {
    if (!error || (error instanceof CallError && error.status === 404)) return
    // biome-ignore lint/suspicious/noConsole: the page shows no error, so the reason is logged for developers.
    console.warn('The customization could not be loaded.', error)
  }, [error])
  return null
}
