const themes = (): HTMLLinkElement[] => [...document.querySelectorAll<HTMLLinkElement>('link[data-theme]')]

const removeAllBut = (kept?: HTMLLinkElement): void => {
  for (const link of themes()) if (link !== kept) link.remove()
}

/**
 * Puts the style sheet of a theme on the page, all modes in it; null is the default theme, which every page has. The one
 * before goes once the new one is there, so that nothing flashes; where it does not come, the one before stays.
 */
export const applyTheme = (url: string | null): void => {
  if (url === null) {
    removeAllBut()
    return
  }
  const present = themes().findLast((link) => link.getAttribute('href') === url)
  if (present) {
    if (present.sheet) removeAllBut(present)
    return
  }
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  link.dataset.theme = ''
  // One that was asked for meanwhile stands after this one, and this one only takes away what stands before it.
  link.onload = () => {
    for (const other of themes()) if (other.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) other.remove()
  }
  link.onerror = () => link.remove()
  document.head.append(link)
}

/** The colour that a phone gives its own bars around the page. */
export const colorBrowser = (color: string): void => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]') ?? document.createElement('meta')
  meta.name = 'theme-color'
  meta.content = color
  if (!meta.isConnected) document.head.append(meta)
}
