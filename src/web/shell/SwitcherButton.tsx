import { Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { SessionUser } from '../api/session.ts'
import { PlainButton } from '../ui/PlainButton.tsx'
import { useWords } from '../words.ts'
import { entriesOf } from './MenuEntries.tsx'
import type { Site } from './page.ts'
import { shellEn } from './shell.en.ts'
import { useSwitcherKey } from './useSwitcherKey.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The search of the sidebar, and of a phone's menu. */
export const SearchButton = ({ onPress, prepare }: { onPress: () => void; prepare: () => void }) => {
  const words = useWords(shellEn).switcher
  return (
    <PlainButton
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPress={onPress}
      onPointerEnter={prepare}
      onFocus={prepare}
      className="flex min-h-9 w-full shrink-0 cursor-pointer items-center gap-3 rounded-lg border border-transparent in-data-contrast:border-line-strong bg-tint px-3 text-muted transition-colors duration-150 hover:bg-tint-hover hover:text-ink max-md:min-h-11"
    >
      <Search aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left">{words.open}</span>
      <span aria-hidden="true" className="shrink-0 text-xs max-md:hidden">
        {isMac ? '⌘K' : 'Ctrl K'}
      </span>
    </PlainButton>
  )
}

/** Opens the switcher, as Ctrl K (⌘K on a Mac) does from everywhere. */
export const SwitcherButton = ({ site, user }: { site: Site; user: SessionUser }) => {
  const [isOpen, setOpen] = useState(false)
  useSwitcherKey(() => setOpen(true))
  return (
    <>
      <SearchButton onPress={() => setOpen(true)} prepare={() => void site.switcher.load()} />
      {isOpen && (
        <Suspense>
          <site.switcher.Component pages={entriesOf(site, user.role)} user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
