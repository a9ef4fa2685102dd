import { act } from '@testing-library/react'
import { vi } from 'vitest'
import type { Attachment, Message } from '#chat/conversations/conversations.shapes.contract.ts'
import * as session from '#chat/encryption/web/sessionEncryption.ts'
import type { FakeReply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { AttachmentView } from '../AttachmentView.tsx'
import { sentMessage, watchNearness } from './attachments.ts'

/** A one-pixel PNG. */
export const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const marker = 'encrypted '

/** The stored form of a file in these tests: the reversed bytes after a marker. */
export const encrypted = (bytes: string | Uint8Array): Blob => new Blob([marker, Buffer.from(bytes).reverse()])

const opened = async (bytes: ArrayBuffer): Promise<ArrayBuffer> => {
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.startsWith(marker)) throw new Error('damaged')
  return new Uint8Array(Buffer.from(text.slice(marker.length), 'latin1').reverse()).buffer
}

type Made = { blob: Blob; isGivenBack: boolean }

/** Blobs that got a blob URL, in order. */
export const watchBlobs = (): Made[] => {
  const made: Made[] = []
  URL.createObjectURL = (blob) => `blob:${made.push({ blob: blob as Blob, isGivenBack: false }) - 1}`
  URL.revokeObjectURL = (url) => {
    const one = made[Number(url.slice(5))]
    if (one) one.isGivenBack = true
  }
  return made
}

/** Renders the file of an encrypted message; `isKnown` is true if the message was decrypted here. */
export const showEncrypted = (attachment: Attachment, replies: FakeReply[], { isKnown = true } = {}) => {
  const blobs = watchBlobs()
  const { comeNear } = watchNearness()
  const fileOf = (url: string) => (isKnown && url === attachment.url ? { decrypt: opened } : undefined)
  vi.spyOn(session, 'encryption').mockReturnValue({ fileOf } as unknown as ReturnType<typeof session.encryption>)
  const message = { ...sentMessage(attachment), encryption: { keyVersion: 1 } } as unknown as Message
  const page = renderPage(<AttachmentView message={message} />, { as: 'student', replies })
  return { ...page, blobs, comeNear: () => act(comeNear) }
}
