/** The browser's database of what a person has written and not sent yet. Each person on a shared PC has their own. */
export const unsentOf = (userId: string): string => `unsent-${userId}`

/** Deletes it, because the person leaves this device. If the browser stores nothing there is nothing to delete. */
export const deleteUnsent = (userId: string): void => {
  try {
    globalThis.indexedDB?.deleteDatabase(unsentOf(userId))
  } catch {}
}
