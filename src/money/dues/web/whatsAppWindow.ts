/** All messages open in the window of this name, so each message replaces the previous one. */
const name = 'carrel-whatsapp'

/** Opens a message; returns false if the browser blocked the window. `noopener` is omitted because it would open a new window each time. */
export const openInWhatsAppWindow = (url: string): boolean => {
  const opened = window.open(url, name)
  opened?.focus()
  return opened !== null
}
