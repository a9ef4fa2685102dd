import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'

const forMs = 10_000

type Props = { page: number; onToStart: () => void }

/**
 * Says that reading continues at the saved page. It is part of the viewer and not one of the page's toasts, which an open dialog hides from
 * screen readers; it stays while the pointer or the focus is on it.
 */
export const ContinuedNotice = ({ page, onToStart }: Props) => {
  const words = useWords(readingEn)
  const [state, setState] = useState<'coming' | 'shown' | 'gone'>('coming')
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (state === 'gone' || isHeld) return
    // Screen readers do not announce initial content, so the text is added after its live region.
    const timer = state === 'coming' ? setTimeout(() => setState('shown'), 100) : setTimeout(() => setState('gone'), forMs)
    return () => clearTimeout(timer)
  }, [state, isHeld])
  const toStart = () => {
    setState('gone')
    onToStart()
  }
  return (
    <div
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-none absolute inset-x-0 bottom-3 z-10 flex justify-center px-3"
    >
      {state === 'shown' && (
        <div className="rise pointer-events-auto flex items-center gap-x-2 max-md:gap-x-0 rounded-lg border border-line bg-surface py-1 pr-1 pl-4 max-md:pl-3 shadow-lg">
          <span className="min-w-0 max-md:text-xs">{words.continued(page)}</span>
          <Button variant="quiet" className="max-md:px-2 max-md:text-xs" onPress={toStart}>
            {words.toStart}
          </Button>
          <IconButton label={words.dismiss} onPress={() => setState('gone')}>
            <X />
          </IconButton>
        </div>
      )}
    </div>
  )
}
