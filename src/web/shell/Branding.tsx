import { useSyncExternalStore } from 'react'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'

/** What the institution calls itself. A blank name stands for the default one; `logoUrl` is null unless a logo is set and shown. */
export type BrandingState = { systemName: string; logoUrl: string | null /** Pixels. */; logoSize: number }

let branding: BrandingState = { systemName: '', logoUrl: null, logoSize: 40 }
const watchers = new Set<() => void>()

export const setBranding = (next: BrandingState): void => {
  branding = next
  for (const watch of watchers) watch()
}

const watchBranding = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

export const useBranding = (): BrandingState => {
  const state = useSyncExternalStore(watchBranding, () => branding)
  const { systemName } = useWords(webEn)
  return { ...state, systemName: state.systemName || systemName }
}

/** CSS pixels, however large the text is. */
const maxLoginLogo = 80

/** Logo and name, side by side in the sidebar, above each other on the login page. */
export const Branding = ({ place }: { place: 'sidebar' | 'login' }) => {
  const { systemName, logoUrl, logoSize } = useBranding()
  const isLogin = place === 'login'
  const height = isLogin ? Math.min(logoSize, maxLoginLogo) : logoSize
  return (
    <span className={isLogin ? 'flex flex-col items-center gap-3 text-center' : 'flex min-w-0 items-center gap-3'}>
      {logoUrl && (
        <img src={logoUrl} alt="" height={height} style={{ height }} className={`object-contain ${isLogin ? 'max-w-full' : 'max-w-24'}`} />
      )}
      <span className={`min-w-0 font-semibold tracking-tight wrap-anywhere ${isLogin ? 'text-xl' : 'line-clamp-2 text-lg'}`}>
        {systemName}
      </span>
    </span>
  )
}
