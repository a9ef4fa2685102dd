import { vi } from 'vitest'
import type { Attachment } from '#chat/conversations/conversations.shapes.contract.ts'
import { attachmentsApi } from '../../attachments.contract.ts'

/** A message of the signed-in student. */
export const sentMessage = (attachment: Attachment, clientId = 'not-sent-here') => ({
  attachment,
  clientId,
  sender: { _id: 'student-1', name: 'Asha Devi', role: 'student' as const, profilePicture: null },
})

let made = 0

/** A file of a message; each call returns a different one. */
export const fileOf = (originalName: string, mediaType: string, more: Partial<Attachment> = {}): Attachment => {
  const url = `/api/chat/attachments/file-${++made}`
  return { url, previewUrl: null, originalName, mediaType, size: 2_048, width: null, height: null, ...more }
}

export const pictureOf = (originalName: string, more: Partial<Attachment> = {}): Attachment => {
  const file = fileOf(originalName, 'image/webp', { width: 1_600, height: 800, ...more })
  return { ...file, previewUrl: `${file.url}/preview` }
}

/** Blob URLs that were created and not revoked. */
export const watchAddresses = (): Set<string> => {
  const open = new Set<string>()
  let next = 0
  URL.createObjectURL = () => {
    const url = `blob:made-${++next}`
    open.add(url)
    return url
  }
  URL.revokeObjectURL = (url) => void open.delete(url)
  return open
}

/** Elements near the viewport, controlled by the test. */
export const watchNearness = () => {
  const waiting = new Set<() => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: () => void
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = () => tell([{ isIntersecting: true }])
      }
      observe() {
        waiting.add(this.tell)
      }
      disconnect() {
        waiting.delete(this.tell)
      }
    },
  )
  return {
    comeNear: () => {
      for (const tell of waiting) tell()
    },
  }
}

export const { file: fileCall, preview: previewCall, link: linkCall } = attachmentsApi
