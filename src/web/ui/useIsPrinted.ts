import { makeStore, useStore } from '../api/store.ts'

/** Firefox prints a copy that it makes after the event, and never reports the medium. */
const printed = makeStore(false, () => {
  const media = window.matchMedia?.('print')
  const follow = ({ matches }: { matches: boolean }) => printed.set(matches)
  const [begin, end] = [() => printed.set(true), () => printed.set(false)]
  media?.addEventListener('change', follow)
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    media?.removeEventListener('change', follow)
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
})

/** Returns whether the page is being printed: paper has all rows, and all that is folded. */
export const useIsPrinted = (): boolean => useStore(printed)
