import { onTestFinished, vi } from 'vitest'
import { setBranding } from '../shell/Branding.tsx'

const untouched = { systemName: '', logoUrl: null, logoSize: 40, publicUrl: null }

/** Sets `PUBLIC_URL`. */
export const givenPublicUrl = (publicUrl: string): void => {
  setBranding({ ...untouched, publicUrl })
  onTestFinished(() => setBranding(untouched))
}

/** Opens pages at this origin instead of localhost. */
export const givenOrigin = (origin: string): void => {
  const { href, pathname, search, hash } = window.location
  vi.stubGlobal('location', { href, pathname, search, hash, origin })
}
