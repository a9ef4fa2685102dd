import { makeStore, useStore } from '#web/api/store.ts'

/* The state of the picture in firstPage.ts, for code that many pages load: without the calls that fetch it. */

type Picture = { readonly id: string; readonly url: string | undefined; readonly settled: Promise<unknown> }

const picture = makeStore<Picture | undefined>(undefined)
let isDrawn = false

/** Called when pdf.js has drawn a page: from then on, no picture is needed. */
export const noteDrawn = (): void => {
  isDrawn = true
}
export const hasDrawn = (): boolean => isDrawn

export const closePicture = (id: string): void => {
  const shown = picture.get()
  if (shown?.id !== id) return
  if (shown.url !== undefined) URL.revokeObjectURL(shown.url)
  picture.set(undefined)
}

/** Shows the picture of this document's first page once it is loaded, unless it is closed before. */
export const startPicture = (id: string, loaded: Promise<Blob | undefined>): void => {
  const settled = loaded.then((blob) => {
    if (blob && picture.get()?.settled === settled) picture.set({ id, url: URL.createObjectURL(blob), settled })
  })
  picture.set({ id, url: undefined, settled })
}

/** Resolves when the picture of this document's first page, or of any, is here or will not come; undefined if none was requested. */
export const firstPageSettled = (id = picture.get()?.id): Promise<unknown> | undefined => {
  const shown = picture.get()
  return shown?.id === id ? shown?.settled : undefined
}

/** Returns the address of the picture while there is one. */
export const useFirstPage = (id: string | undefined): string | undefined => {
  const shown = useStore(picture)
  return shown?.id === id ? shown?.url : undefined
}
