import type { MouseEvent, ReactNode } from 'react'

type Props = { to: string; className: string; onGo?: (() => void) | undefined; children: ReactNode }

const scrollTo = (part: HTMLElement): void => {
  part.tabIndex = -1
  part.focus({ preventScroll: true })
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches || 'reduceMotion' in document.documentElement.dataset
  part.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' })
}

/** Scrolls to a section of this page and moves the focus, without a history entry. */
export const PartLink = ({ to, className, onGo, children }: Props) => {
  const go = (event: MouseEvent) => {
    onGo?.()
    const part = document.getElementById(to)
    if (!part) return
    event.preventDefault()
    scrollTo(part)
  }
  return (
    <a href={`#${to}`} onClick={go} className={className}>
      {children}
    </a>
  )
}
