import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { SessionUser } from '../api/session.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { PlainButton } from '../ui/PlainButton.tsx'
import { useWords } from '../words.ts'
import { entriesOf } from './MenuEntries.tsx'
import type { Site } from './page.ts'
import { shellEn } from './shell.en.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

const isShortcut = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'

/** Opens the switcher, as Ctrl K (⌘K on a Mac) does from everywhere. */
export const SwitcherButton = ({ site, user, place }: { site: Site; user: SessionUser; place: 'sidebar' | 'bar' }) => {
  const words = useWords(shellEn).switcher
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const openOn = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', openOn)
    return () => window.removeEventListener('keydown', openOn)
  }, [])
  const prepare = () => void site.switcher.load()
  return (
    <>
      {place === 'bar' ? (
        <IconButton label={words.open} aria-haspopup="dialog" onPress={() => setOpen(true)}>
          <Search />
        </IconButton>
      ) : (
        <PlainButton
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onPress={() => setOpen(true)}
          onPointerEnter={prepare}
          onFocus={prepare}
          className="flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-lg border border-line px-3 text-muted transition-colors duration-150 hover:border-line-strong hover:text-ink"
        >
          <Search aria-hidden="true" className="size-5 shrink-0" />
          <span className="min-w-0 flex-1 truncate text-left">{words.open}</span>
          <span aria-hidden="true" className="shrink-0 text-xs">
            {isMac ? '⌘K' : 'Ctrl K'}
          </span>
        </PlainButton>
      )}
      {isOpen && (
        <Suspense>
          <site.switcher.Component pages={entriesOf(site, user.role)} user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
