const themes = (): HTMLLinkElement[] => [...document.querySelectorAll<HTMLLinkElement>('link[data-theme]')]

const removeAllBut = (kept?: HTMLLinkElement): void => {
  for (const link of themes()) if (link !== kept) link.remove()
}

/**
 * Adds the style sheet of a theme to the page, with all modes; null is the default theme, which every page has. The previous one is
 * removed once the new one is loaded, so that nothing flashes; if it cannot be loaded, the previous one stays.
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
  // One that was requested meanwhile comes after this one, and this one only removes those before it.
  link.onload = () => {
    for (const other of themes()) if (other.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) other.remove()
  }
  link.onerror = () => link.remove()
  document.head.append(link)
}

const barColor = () => document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')

const setBarColor = (color: string): void => {
  const meta = barColor() ?? document.createElement('meta')
  meta.name = 'theme-color'
  meta.content = color
  if (!meta.isConnected) document.head.append(meta)
}

const modes = ['data-dark', 'data-contrast']

/**
 * Gives the bars that a phone draws around the page the colour of the page: by day `color`, at night and in high contrast the
 * derived colour. Follows the settings of the device until the returned function is called.
 */
export const colorBrowser = (color: string): (() => void) => {
  const root = document.documentElement
  const update = (): void => {
    const isDerived = modes.some((mode) => root.hasAttribute(mode))
    setBarColor((isDerived && getComputedStyle(root).backgroundColor) || color)
  }
  const observer = new MutationObserver(update)
  observer.observe(root, { attributeFilter: modes })
  // A theme's style sheet may load later; its event does not bubble.
  document.addEventListener('load', update, { capture: true })
  update()
  return () => {
    observer.disconnect()
    document.removeEventListener('load', update, { capture: true })
  }
}

/** The same with the colour that the server wrote into the page. A later call that follows the customization overrides it. */
export const colorBrowserAsSent = (): void => {
  const sent = barColor()?.content
  if (sent !== undefined) colorBrowser(sent)
}
