import { useEffect, useRef, useState } from 'react'
import type { CallOptions } from '../api/call.ts'
import { CallError } from '../api/callError.ts'
import { useWords } from '../words.ts'
import { toolsEn } from './tools.en.ts'

/** The sent bytes of a file, and its size. */
export type Sent = { bytes: number; total: number }

/** An upload: its progress, and how to stop it. Leaving the form stops it too. */
export const useUpload = () => {
  const words = useWords(toolsEn).upload
  const [sent, setSent] = useState<Sent>()
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])

  const upload = async <T>(file: File, send: (options: CallOptions) => Promise<T>): Promise<T> => {
    const stopping = new AbortController()
    stopper.current = stopping
    let isOut = false
    const onProgress = (bytes: number, total: number) => {
      isOut = bytes >= total
      setSent({ bytes, total })
    }
    setSent({ bytes: 0, total: file.size })
    try {
      return await send({ signal: stopping.signal, onProgress })
    } catch (error) {
      if (!stopping.signal.aborted) throw error
      throw new CallError(0, { code: 'stopped', message: isOut ? words.stoppedLate : words.stopped })
    } finally {
      setSent(undefined)
    }
  }
  return { upload, sent, stop: () => stopper.current?.abort() }
}
