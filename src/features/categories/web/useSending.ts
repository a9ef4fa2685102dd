import { useState } from 'react'
import type { Progress } from '#web/api/transport.ts'

export type Sent = { bytes: number; total: number }

/** How much of a file is on its way, while it is; a call without a file shows nothing. */
export const useSending = () => {
  const [sent, setSent] = useState<Sent>()
  const sending = async <T>(file: File | undefined, send: (onProgress: Progress) => Promise<T>): Promise<T> => {
    if (file) setSent({ bytes: 0, total: Math.max(1, file.size) })
    try {
      return await send((bytes, total) => file && setSent({ bytes, total: Math.max(1, total) }))
    } finally {
      setSent(undefined)
    }
  }
  return { sent, sending }
}
