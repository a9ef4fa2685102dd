import type { DemoKind } from '#contract/demo.ts'
import { makeStore, useStore } from '../api/store.ts'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { sentCustomization } from './sentCustomization.ts'

/**
 * What the hall calls itself, and where. A blank name stands for the default one; `logoUrl` is null unless a logo is set and
 * shown, `publicUrl` unless it is set, and `demo` is absent outside of a demo.
 */
export type BrandingState = {
  systemName: string
  logoUrl: string | null /** Pixels. */
  logoSize: number
  publicUrl: string | null
  /** The number that visitors call, as the hall wrote it. */
  phone?: string | undefined
  demo?: DemoKind | undefined
}

type Shown = Omit<BrandingState, 'phone'> & { showLogo: boolean; landing?: { phone: string } }

const unknown: BrandingState = { systemName: '', logoUrl: null, logoSize: 40, publicUrl: null }

export const brandingOf = ({ systemName, showLogo, logoUrl, logoSize, publicUrl, landing, demo }: Shown): BrandingState => ({
  systemName,
  publicUrl,
  logoUrl: showLogo ? logoUrl : null,
  logoSize,
  phone: landing?.phone,
  demo,
})

const branding = makeStore(sentCustomization ? brandingOf(sentCustomization) : unknown)

export const setBranding = branding.set

export const useBranding = (): BrandingState => {
  const state = useStore(branding)
  const { systemName } = useWords(webEn)
  return { ...state, systemName: state.systemName || systemName }
}

type Place = 'sidebar' | 'bar' | 'login'

/** The maximum height, in CSS pixels, however large the text is. */
const maxLogo: Record<Place, number> = { sidebar: 120, bar: 40, login: 80 }

const frames: Record<Place, string> = {
  sidebar: 'flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2',
  bar: 'flex min-w-0 items-center gap-3',
  login: 'flex flex-col items-center gap-3 text-center',
}
const names: Record<Place, string> = {
  // Beside a narrow logo, below a wide one.
  sidebar: 'line-clamp-3 grow basis-24 text-base',
  bar: 'line-clamp-2 text-base leading-snug',
  login: 'text-xl',
}

/** Logo and name: side by side in the sidebar and the top bar, above each other on the login page. */
export const Branding = ({ place }: { place: Place }) => {
  const { systemName, logoUrl, logoSize } = useBranding()
  const height = Math.min(logoSize, maxLogo[place])
  return (
    <span className={frames[place]}>
      {logoUrl && (
        <img
          src={logoUrl}
          alt=""
          height={height}
          style={{ height }}
          className={`object-contain ${place === 'bar' ? 'max-w-24' : 'max-w-full'}`}
        />
      )}
      <span className={`min-w-0 font-display font-semibold wrap-anywhere ${names[place]}`}>{systemName}</span>
    </span>
  )
}
