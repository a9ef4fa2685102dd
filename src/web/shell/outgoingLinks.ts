import { toast } from '../ui/toast.ts'
import { wordsOf } from '../words.ts'
import { shellEn } from './shell.en.ts'

/*
 * A public demo is written to by strangers, who could lead visitors anywhere. So no link of it leads out: WhatsApp, telephones,
 * email, UPI and addresses in texts. They are disabled here, where they are drawn, and not where each is made: none is
 * forgotten, and other installations load nothing of this.
 */
const mark = 'data-off'

const isOutgoing = (address: string): boolean => {
  try {
    const { protocol, origin } = new URL(address, window.location.href)
    return protocol !== 'blob:' && protocol !== 'data:' && origin !== window.location.origin
  } catch {
    return true
  }
}

const explain = (): void => toast.error(wordsOf(shellEn).noOutgoingLinks, { forMs: 6_000, of: mark })

const disable = (link: Element): void => {
  const address = link.getAttribute('href')
  if (address === null) return
  if (!isOutgoing(address)) {
    // The page draws another link in its place.
    if (link.hasAttribute(mark)) for (const name of [mark, 'role', 'aria-disabled', 'tabindex']) link.removeAttribute(name)
    return
  }
  link.removeAttribute('href')
  for (const [name, value] of [
    [mark, ''],
    ['role', 'link'],
    ['aria-disabled', 'true'],
    ['tabindex', '0'],
  ] as const)
    link.setAttribute(name, value)
}

const disableIn = (node: Node): void => {
  if (!(node instanceof Element)) return
  for (const link of [node, ...node.querySelectorAll('a[href], area[href]')]) if (link.matches('a[href], area[href]')) disable(link)
}

const linkOf = ({ target }: Event): Element | null => {
  const link = target instanceof Element ? target.closest('a, area') : null
  if (!link) return null
  // One that was drawn a moment ago.
  disable(link)
  return link.hasAttribute(mark) ? link : null
}

const refuse = (event: Event): void => {
  if (!linkOf(event)) return
  event.preventDefault()
  event.stopPropagation()
  explain()
}

/** Disables each link that leads out of Carrel, now and later; returns what ends that. */
export const disableOutgoingLinks = (): (() => void) => {
  disableIn(document.documentElement)
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') disable(target as Element)
      for (const node of addedNodes) disableIn(node)
    }
  })
  observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, attributeFilter: ['href'] })
  const onKey = (event: KeyboardEvent) => void (event.key === 'Enter' && refuse(event))
  document.addEventListener('click', refuse, { capture: true })
  document.addEventListener('auxclick', refuse, { capture: true })
  document.addEventListener('keydown', onKey, { capture: true })
  const { open } = window
  window.open = (address, ...rest) => {
    if (address === undefined || address === '' || !isOutgoing(String(address))) return open.call(window, address, ...rest)
    explain()
    return null
  }
  return () => {
    observer.disconnect()
    document.removeEventListener('click', refuse, { capture: true })
    document.removeEventListener('auxclick', refuse, { capture: true })
    document.removeEventListener('keydown', onKey, { capture: true })
    window.open = open
  }
}
