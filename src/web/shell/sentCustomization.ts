import type { DemoKind } from '#contract/demo.ts'

/** The customization that a page needs before any call has a reply. */
type Sent = {
  systemName: string
  publicUrl: string | null
  showLogo: boolean
  logoUrl: string | null
  logoSize: number
  landing?: { phone: string }
  hall?: { dayStartsAt: number }
  demo?: DemoKind
}

const read = (): (Sent & Record<string, unknown>) | undefined => {
  // The server renders the landing page without a document.
  const text = globalThis.document?.getElementById('customization')?.textContent
  return text ? (JSON.parse(text) as Sent & Record<string, unknown>) : undefined
}

/** The customization that the server wrote into this page; none in development and in tests. */
export const sentCustomization = read()

/** When the page was loaded (ms). */
export const sentAt = Date.now()
