import { fetchFile } from '#web/api/download.ts'
import { attachmentsApi } from '../attachments.contract.ts'
import { keepFetched } from './kept.ts'

/** Previews as addresses of this page. */
export const previews = keepFetched({
  make: async (id, signal) => URL.createObjectURL(await fetchFile(attachmentsApi.preview, { params: { id } }, { signal })),
  dispose: (url) => URL.revokeObjectURL(url),
  most: 100,
})

/** So much of a text is shown within the conversation. */
export const textBytes = 20_480

/** The beginnings of texts. A letter that is cut at the end is left out. */
export const beginnings = keepFetched({
  make: async (id, signal) => {
    const file = await fetchFile(attachmentsApi.file, { params: { id } }, { signal, first: textBytes })
    const bytes = await file.slice(0, textBytes).arrayBuffer()
    return new TextDecoder().decode(bytes, { stream: true }).replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
  },
  most: 50,
})
