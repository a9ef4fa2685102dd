/** Storage can be switched off by the browser; the session then lives as long as the page. */
const storage = (pick: () => Storage) => ({
  get: (key: string): string | null => {
    try {
      return pick().getItem(key)
    } catch {
      return null
    }
  },
  set: (key: string, value: string): void => {
    try {
      pick().setItem(key, value)
    } catch {}
  },
  remove: (key: string): void => {
    try {
      pick().removeItem(key)
    } catch {}
  },
  clear: (): void => {
    try {
      pick().clear()
    } catch {}
  },
})
/** What all tabs of the browser share. */
export const device = storage(() => window.localStorage)
/** What ends with this tab. */
export const tab = storage(() => window.sessionStorage)
