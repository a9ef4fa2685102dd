/** What a page needs of the customization before any call has answered. */
type Sent = { systemName: string; publicUrl: string | null; showLogo: boolean; logoUrl: string | null; logoSize: number }

const read = (): (Sent & Record<string, unknown>) | undefined => {
  const text = document.getElementById('customization')?.textContent
  return text ? (JSON.parse(text) as Sent & Record<string, unknown>) : undefined
}

/** The customization as the server wrote it into this page; none in development and in tests. */
export const sentCustomization = read()

/** When the page came (ms). */
export const sentAt = Date.now()
