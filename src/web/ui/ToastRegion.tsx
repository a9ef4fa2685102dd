import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { IconButton } from './IconButton.tsx'
import { dismissToast, type Toast, useToasts } from './toast.ts'

const ToastCard = ({ id, tone, text, forMs }: Toast) => {
  const words = useWords(webEn).ui
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (forMs === null || isHeld) return
    const timer = setTimeout(() => dismissToast(id), forMs)
    return () => clearTimeout(timer)
  }, [id, forMs, isHeld])
  return (
    <li
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className="rise pointer-events-auto flex w-full max-w-md items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 text-ink shadow-lg"
    >
      {tone === 'success' ? (
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success-text" />
      ) : (
        <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-error-text" />
      )}
      <p className="min-w-0 flex-1 wrap-anywhere">{text}</p>
      <IconButton label={words.close} onPress={() => dismissToast(id)}>
        <X />
      </IconButton>
    </li>
  )
}

/** Stands once in the page, empty most of the time: a live region speaks only what comes after it is there. */
export const ToastRegion = () => {
  const toasts = useToasts()
  return (
    <section
      aria-label={useWords(webEn).ui.notifications}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-60 flex flex-col items-center p-4 md:items-end md:p-6"
    >
      <ul className="flex w-full flex-col items-center gap-2 md:items-end">
        {toasts.map((each) => (
          <ToastCard key={each.id} {...each} />
        ))}
      </ul>
    </section>
  )
}
