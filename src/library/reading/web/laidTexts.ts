import type { LaidPage, LaidPages } from '#library/marks/web/laidPages.ts'
import { makeStore } from '#web/api/store.ts'

/** The pages whose text is laid out, for the marks on them. */
export type LaidTexts = LaidPages & { add: (page: number, laid: LaidPage) => () => void }

export const createLaidTexts = (): LaidTexts => {
  const store = makeStore<ReadonlyMap<number, LaidPage>>(new Map())
  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Returns a function that removes the page again. */
    add: (page, laid) => {
      store.set(new Map(store.get()).set(page, laid))
      return () => {
        if (store.get().get(page) !== laid) return
        const left = new Map(store.get())
        left.delete(page)
        store.set(left)
      }
    },
  }
}
