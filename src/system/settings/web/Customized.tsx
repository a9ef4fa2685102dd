import { useEffect } from 'react'
import { CallError } from '#web/api/callError.ts'
import { useSession } from '#web/api/session.ts'
import { brandingOf, setBranding } from '#web/shell/Branding.tsx'
import { applyTheme, colorBrowser } from '#web/theme/applyTheme.ts'
import { useCustomization } from './customization.queries.ts'

/**
 * Draws nothing: keeps name, logo and theme of every page as they are now. Without an answer the page stays as it came,
 * or has the defaults.
 */
export const Customized = () => {
  const session = useSession()
  // A person who signs in or out loses all answers, and asks again.
  return <Follow key={session?.token ?? 'nobody'} />
}

const Follow = () => {
  const { data, error } = useCustomization()
  useEffect(() => {
    if (!data) return undefined
    setBranding(brandingOf(data))
    applyTheme(data.themeCssUrl)
    return colorBrowser(data.activeTheme.colors.background)
  }, [data])
  useEffect(() => {
    if (!error || (error instanceof CallError && error.status === 404)) return
    // biome-ignore lint/suspicious/noConsole: nobody is told of it on the page, so a person who looks for the reason finds it here.
    console.warn('The customization could not be loaded.', error)
  }, [error])
  return null
}
