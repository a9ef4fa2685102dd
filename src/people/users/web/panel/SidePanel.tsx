import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { panelWidth } from '#web/shell/personPanel.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { usersEn } from '../../users.en.ts'

type Props = {
  /** The id of the person, which links on the page have too. */
  id: string
  title: string
  /** Before the title, and below it. */
  picture?: ReactNode
  facts?: ReactNode
  onClose: () => void
  children: ReactNode
}

const linksOf = (id: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-person]')].filter(({ dataset }) => dataset.person === id)

/** Returns the link that opened the panel, or another one to the same person if the page was re-rendered since. */
const openerOf = (id: string, opener: Element | null): HTMLElement | undefined => {
  const links = linksOf(id)
  return links.find((link) => link === opener) ?? links[0]
}

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Closes on Escape, unless a dialog above the panel or a field of the page has handled it. */
const useEscape = (panel: { current: HTMLElement | null }, onClose: () => void): void => {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      const isInside = event.target instanceof Node && panel.current?.contains(event.target)
      if (!isInside && isEditable(event.target)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [panel])
}

/** Focuses the panel for each person it shows, and returns the focus to the row when it closes, unless the focus is elsewhere. */
const useFocus = (panel: { current: HTMLElement | null }, id: string): void => {
  const opener = useRef<Element>(null)
  useEffect(() => {
    opener.current = document.activeElement
    // The list is narrower next to the panel; the pressed row is scrolled into view.
    const pressed = openerOf(id, opener.current)
    const row = pressed?.closest('tr') ?? pressed
    row?.scrollIntoView?.({ block: 'nearest' })
    // After the page, whose heading takes the focus when it opens. A person who is already typing keeps the focus.
    queueMicrotask(() => isEditable(document.activeElement) || panel.current?.focus({ preventScroll: true }))
  }, [panel, id])
  const shown = useRef(id)
  shown.current = id
  useLayoutEffect(() => {
    const element = panel.current
    return () => {
      const { activeElement } = document
      if (activeElement !== document.body && !element?.contains(activeElement)) return
      const [closed, from] = [shown.current, opener.current]
      queueMicrotask(() => openerOf(closed, from)?.focus())
    }
  }, [panel])
}

/** A panel next to the page that keeps it usable: the list still scrolls, and another row shows another person. */
export const SidePanel = ({ id, title, picture, facts, onClose, children }: Props) => {
  const words = useWords(usersEn).person
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  useEscape(panel, onClose)
  useFocus(panel, id)
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={`slide sticky top-0 h-dvh overflow-y-auto overscroll-contain border-line border-l bg-surface text-ink outline-none print:hidden ${panelWidth}`}
    >
      <div className="sticky top-0 z-10 flex min-h-18 items-center gap-3 border-line border-b bg-surface py-2 pr-3 pl-6">
        {picture}
        <div className="min-w-0 flex-1">
          <h2 id={titleId} dir="auto" className="line-clamp-2 font-semibold text-lg wrap-anywhere" title={title}>
            {title}
          </h2>
          {facts}
        </div>
        <IconButton label={words.close} onPress={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="px-6 pt-4 pb-6">{children}</div>
    </section>
  )
}
