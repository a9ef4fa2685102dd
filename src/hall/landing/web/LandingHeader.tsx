import { Menu, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Role } from '#contract/actor.ts'
import { useSession } from '#web/api/session.ts'
import { startPage } from '#web/shell/startPage.ts'
import { usePrefetch } from '#web/shell/usePrefetch.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { landingEn } from '../landing.en.ts'
import { logoHeight } from './logoHeights.ts'
import { PartLink } from './PartLink.tsx'

type Brand = { systemName: string; showLogo: boolean; logoUrl: string | null; logoSize: number }

/** The logo, or the first letter of the name. */
const Mark = ({ systemName, showLogo, logoUrl, logoSize }: Brand) =>
  showLogo && logoUrl ? (
    <img src={logoUrl} alt="" className={`${logoHeight(logoSize)} w-auto max-w-[40vw] object-contain`} />
  ) : (
    <span
      aria-hidden="true"
      className="grid size-[2.5rem] shrink-0 place-items-center rounded-lg bg-primary-fill font-semibold text-lg text-on-primary-fill"
    >
      {[...systemName][0]?.toLocaleUpperCase()}
    </span>
  )

const parts = ['facilities', 'visit', 'announcements', 'gallery'] as const

const PartLinks = ({ className, onGo }: { className: string; onGo?: () => void }) => {
  const words = useWords(landingEn).nav
  return parts.map((part) => (
    <PartLink key={part} to={part} onGo={onGo} className={className}>
      {words[part]}
    </PartLink>
  ))
}

/** The server renders the page for visitors. After hydration, the link of a signed-in person replaces the login link. */
const useSignedInRole = (): Role | undefined => {
  const [isHydrated, setHydrated] = useState(false)
  const session = useSession()
  useEffect(() => setHydrated(true), [])
  return isHydrated ? session?.user.role : undefined
}

const LoginLink = () => {
  const words = useWords(landingEn)
  const role = useSignedInRole()
  const to = role ? startPage(role) : '/login'
  return (
    <ButtonLink to={to} {...usePrefetch(to)} className="min-w-26">
      {role ? words.myPage : words.login}
    </ButtonLink>
  )
}

/** Sticky header: the name, links to the parts of the page, and a link to the sign-in, or to a signed-in person's start page. */
export const LandingHeader = (brand: Brand) => {
  const words = useWords(landingEn)
  const [isOpen, setOpen] = useState(false)
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-surface">
      <div className="mx-auto flex min-h-16 max-w-[1200px] items-center gap-3 px-4 py-2">
        <div className="flex min-w-0 flex-1 items-center gap-3">
          <Mark {...brand} />
          <span
            dir="auto"
            className="line-clamp-2 min-w-0 font-display font-semibold leading-tight wrap-anywhere max-md:text-sm md:text-lg"
          >
            {brand.systemName}
          </span>
        </div>
        <nav aria-label={words.nav.label} className="flex items-center gap-1 max-md:hidden">
          <PartLinks className="rounded-lg px-3 py-2 text-muted hover:bg-hover hover:text-ink" />
        </nav>
        <LoginLink />
        <IconButton
          label={isOpen ? words.nav.close : words.nav.open}
          aria-expanded={isOpen}
          aria-controls="landing-menu"
          onPress={() => setOpen(!isOpen)}
          className="md:hidden"
        >
          {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
        </IconButton>
      </div>
      <nav
        id="landing-menu"
        aria-label={words.nav.label}
        hidden={!isOpen}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        // Overlays the page, so that closing it moves no content.
        className="absolute inset-x-0 top-full border-line border-y bg-surface px-2 py-2 shadow-lg md:hidden"
      >
        <PartLinks className="block min-h-11 rounded-lg px-3 py-2.5 hover:bg-hover" onGo={() => setOpen(false)} />
      </nav>
    </header>
  )
}
