import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatInstant, useWords } from '#web/words.ts'
import type { BackupWarning } from '../backup.contract.ts'
import { backupEn } from '../backup.en.ts'
import { useWarning } from './backup.queries.ts'

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
  const words = useWords(backupEn).banner
  if (warning?.warning === 'never') return { kind: 'never', text: words.never }
  if (warning?.warning === 'old') return { kind: 'old', text: words.old(formatInstant(warning.lastAt ?? '')) }
  // A new installation rarely has a second disk. Warn only once a first backup exists.
  if (warning?.isOnSameDisk && warning.lastAt !== null && !hidden) return { kind: 'sameDisk', text: words.sameDisk }
  return undefined
}

/** Shown to superadmins above every page while the data has no recent backup. */
export const BackupBanner = () => {
  const words = useWords(backupEn).banner
  const [hidden, setHidden] = useState(isHidden)
  const { pathname } = useLocation()
  const shown = useShown(useWarning().data, hidden)
  // The page itself shows more details.
  if (!shown || pathname === '/system') return null
  const close = () => {
    hide()
    setHidden(true)
    document.getElementById('content')?.focus()
  }
  return (
    <section aria-label={words.label} className="px-8 pt-4 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border-warning border-l-4 bg-warning-soft py-1.5 pr-2 pl-3 text-ink">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warning-text" />
        <p className="min-w-0 flex-1 basis-60 py-1.5 wrap-anywhere">{shown.text}</p>
        <TextLink to="/system" className="inline-flex min-h-11 items-center">
          {words.look}
        </TextLink>
        {shown.kind === 'sameDisk' && (
          <Button variant="quiet" onPress={close}>
            {words.dismiss}
          </Button>
        )}
      </div>
    </section>
  )
}
