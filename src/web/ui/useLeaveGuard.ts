import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

const linkOf = (event: MouseEvent): HTMLAnchorElement | null => {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  return plain && link && link.origin === window.location.origin && link.target !== '_blank' ? link : null
}

/**
 * While `active`, leaving the page asks first: by a link, which `ask` receives, by the back button, by closing the tab. A second
 * history entry represents the page meanwhile, so that going back removes that one and the page stays.
 */
export const useLeaveGuard = (active: boolean, ask: (link?: HTMLAnchorElement) => Promise<boolean>, leave: () => void) => {
  const navigate = useNavigate()
  const latest = useRef({ ask, leave })
  useEffect(() => {
    latest.current = { ask, leave }
  })

  useEffect(() => {
    if (!active) return
    let extra = true
    // Tells this entry from that of a dialog over the page, and from those left by a reload.
    const guard = Math.random()
    const push = () => window.history.pushState({ ...window.history.state, guard }, '')
    push()

    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onClick = async (event: MouseEvent) => {
      const link = linkOf(event)
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      if (!(await latest.current.ask(link))) return
      latest.current.leave()
      extra = false
      navigate(link.pathname + link.search, { replace: true })
    }
    const onBack = async ({ state }: PopStateEvent) => {
      // Only a guard above this one was left.
      if (state?.guard === guard) return
      extra = false
      if (await latest.current.ask()) {
        latest.current.leave()
        navigate(-1)
        return
      }
      extra = true
      push()
    }
    window.addEventListener('beforeunload', onUnload)
    window.addEventListener('popstate', onBack)
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      window.removeEventListener('popstate', onBack)
      document.removeEventListener('click', onClick, { capture: true })
      if (extra) window.history.back()
    }
  }, [active, navigate])
}
