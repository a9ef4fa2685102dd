import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { dismissToast, type Toast, useToasts } from './toast.ts'
import { useClearSide } from './useClearSide.ts'

const sides = {
  top: 'top-0',
  bottom:
    'bottom-(--toasts-above,0px) in-[:root:has([data-bar])]:mb-14 max-md:in-[:root:has([data-sheet])]:top-0 max-md:in-[:root:has([data-sheet])]:bottom-auto',
}

/** A toast that can only be read lets presses through to a menu or dialog, whose buttons may be under it. */
const passing = 'pointer-events-auto in-[:root:has([role=dialog])]:pointer-events-none'

const ToastCard = ({ id, tone, text, forMs, action, onGone }: Toast & { onGone: () => void }) => {
  const words = useWords(webEn).ui
  const [isOver, setOver] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isOver || isFocused
  useEffect(() => {
    if (forMs === null || isHeld) return
    const timer = setTimeout(() => dismissToast(id), forMs)
    return () => clearTimeout(timer)
  }, [id, forMs, isHeld])
  const close = () => {
    onGone()
    dismissToast(id)
  }
  return (
    <li
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={`rise flex w-full max-w-md items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 text-ink shadow-lg ${action ? 'pointer-events-auto' : passing}`}
    >
      {tone === 'success' ? (
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success-text" />
      ) : (
        <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-error-text" />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-2">
        <p className="min-w-0 grow basis-40 wrap-anywhere">{text}</p>
        {action && (
          <Button
            variant="quiet"
            aria-keyshortcuts="F6"
            onPress={() => {
              close()
              action.onPress()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <span className="pointer-events-auto flex">
        <IconButton label={words.close} onPress={close}>
          <X />
        </IconButton>
      </span>
    </li>
  )
}

/** F6 goes to the newest toast and back, as between the parts of other programs; when a toast is closed, the focus returns too. */
const useWayThere = (region: RefObject<HTMLElement | null>) => {
  const from = useRef<Element>(null)
  const goBack = () => {
    if (!region.current?.contains(document.activeElement)) return
    const back = from.current?.isConnected ? from.current : document.querySelector('main')
    if (back instanceof HTMLElement) back.focus()
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const button = region.current?.querySelector<HTMLElement>('li:last-child button')
      if (event.key !== 'F6' || !button) return
      event.preventDefault()
      if (region.current?.contains(document.activeElement)) goBack()
      else button.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  const remember = (before: Element | null) => {
    if (!region.current?.contains(before)) from.current = before
  }
  return { goBack, remember }
}

/**
 * Rendered once in the page, empty most of the time: a live region announces only what is added after it. Empty, it takes no room, so
 * that its move above a bar is no shift of the page. On a phone a dialog has its buttons at the bottom, so toasts are above it; they
 * never cover what was pressed.
 */
export const ToastRegion = () => {
  const toasts = useToasts()
  const region = useRef<HTMLElement>(null)
  const { goBack, remember } = useWayThere(region)
  const side = useClearSide(region, toasts.at(-1)?.id)
  return (
    <section
      ref={region}
      // An open dialog makes everything else inert, but undo must stay possible.
      data-react-aria-top-layer
      aria-label={useWords(webEn).ui.notifications}
      aria-live="polite"
      onFocus={({ relatedTarget }) => remember(relatedTarget)}
      className={`off-paper pointer-events-none fixed inset-x-0 z-60 flex flex-col items-center has-[li]:p-4 md:items-end md:has-[li]:p-6 ${sides[side]}`}
    >
      <ul className="flex w-full flex-col items-center gap-2 md:items-end">
        {toasts.map((each) => (
          <ToastCard key={each.id} {...each} onGone={goBack} />
        ))}
      </ul>
    </section>
  )
}
