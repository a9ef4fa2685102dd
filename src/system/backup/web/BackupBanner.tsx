import { ChevronDown, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { BannerRoom } from '#web/shell/BannerRoom.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatInstant, useWords } from '#web/words.ts'
import { backupBannerEn } from '../backup.banner.en.ts'
import type { BackupWarning } from '../backup.contract.ts'
import { useWarning } from './useWarning.ts'

const key = 'same disk hidden until'
const HIDDEN_MS = 30 * 86_400_000

const isHidden = (): boolean => {
  try {
    return Number(window.localStorage.getItem(key) ?? 0) > Date.now()
  } catch {
    return false
  }
}

const hide = (): void => {
  try {
    window.localStorage.setItem(key, String(Date.now() + HIDDEN_MS))
  } catch {
    // Storage can be disabled; the banner is then hidden until the page is reloaded.
  }
}

type Shown = { kind: 'old' | 'never' | 'sameDisk'; text: string }

const useShown = (warning: BackupWarning | undefined, hidden: boolean): Shown | undefined => {
  const words = useWords(backupBannerEn)
  if (warning?.warning === 'never') return { kind: 'never', text: words.never }
  if (warning?.warning === 'old') return { kind: 'old', text: words.old(formatInstant(warning.lastAt ?? '')) }
  // A new installation rarely has a second disk. Warn only once a first backup exists.
  if (warning?.isOnSameDisk && warning.lastAt !== null && !hidden) return { kind: 'sameDisk', text: words.sameDisk }
  return undefined
}

/** One line for superadmins above every page while the data has no recent backup; a press opens the rest of a long text. */
export const BackupBanner = () => {
  const words = useWords(backupBannerEn)
  const [hidden, setHidden] = useState(isHidden)
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const { data, isError } = useWarning()
  const shown = useShown(data, hidden)
  // The page itself shows more details.
  if (pathname === '/system') return null
  const close = () => {
    hide()
    setHidden(true)
    document.getElementById('content')?.focus()
  }
  return (
    <BannerRoom name="backup" pathname={pathname} isLoaded={data !== undefined || isError} hasLine={shown !== undefined}>
      {shown && (
        <section
          aria-label={words.label}
          className="flex flex-wrap items-start gap-x-4 border-line border-b bg-warning-soft px-8 text-ink text-sm max-md:px-4"
        >
          <PlainButton
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
            className="-mx-1 flex min-h-9 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded px-1 py-1 text-left hover:underline max-md:min-h-11"
          >
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warning-text" />
            <span className={isOpen ? 'min-w-0 wrap-anywhere' : 'truncate'}>{shown.text}</span>
            <ChevronDown aria-hidden="true" className={`size-4 shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
          </PlainButton>
          <TextLink to="/system" className="inline-flex min-h-9 items-center max-md:min-h-11">
            {words.look}
          </TextLink>
          {isOpen && shown.kind === 'sameDisk' && (
            <div className="w-full pb-2">
              <Button onPress={close}>{words.dismiss}</Button>
            </div>
          )}
        </section>
      )}
    </BannerRoom>
  )
}
