type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

/** The fields on the page into which the person has typed. */
const typed = new Set<Field>()

const noteTyping = ({ target }: Event): void => {
  for (const field of typed) if (!field.isConnected) typed.delete(field)
  if (isField(target)) typed.add(target)
}

/** Follows what the person types; returns how to stop. */
export const followTyping = (): (() => void) => {
  document.addEventListener('input', noteTyping, { capture: true })
  return () => document.removeEventListener('input', noteTyping, { capture: true })
}

/** Whatever would be lost with its page asks before the page is closed: a changed form, a running upload. */
const asksBeforeClosing = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Returns whether the page has input that is not saved: what was typed stands in a field until its form has been sent. */
export const hasUnsavedInput = (): boolean =>
  [...typed].some(({ isConnected, value }) => isConnected && value !== '') || asksBeforeClosing()
