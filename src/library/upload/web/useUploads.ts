import { useEffect, useRef, useState } from 'react'
import { documentLimits, documentsApi } from '#library/documents/documents.contract.ts'
import { toolsEn } from '#web/ui/tools.en.ts'
import type { Sent } from '#web/ui/useUpload.ts'
import { errorText, useWords } from '#web/words.ts'
import { uploadEn } from '../upload.en.ts'
import { titleOfFile } from './titleOfFile.ts'
import { useFileProblem } from './useFileProblem.ts'
import { useUploadDocument } from './useUploadDocument.ts'

/** One uploads while another waits for its response; more would only share a slow connection. */
const atOnce = 2

export type Chosen = { file: File; title: string }
export type Upload = Chosen & {
  key: number
  /** Chosen, queued, sending, stored or failed; a file that cannot be sent is `unusable`. */
  state: 'chosen' | 'queued' | 'sending' | 'done' | 'failed' | 'unusable'
  sent?: Sent | undefined
  /** Why it failed or cannot be sent. */
  reason?: string | undefined
  titleError?: string | undefined
  /** The id of its document. */
  id?: string
}

export const isToSend = ({ state }: Upload): boolean => state === 'chosen' || state === 'failed'

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

const titleErrorOf = (title: string): string | undefined =>
  documentsApi.create.body.safeParse({ title, category: 'any' }).error?.issues[0]?.message

/** Uploads files into one category, two at a time, each with its own progress, failure and retry. */
export const useUploads = (start: readonly Chosen[]) => {
  const words = useWords(uploadEn)
  const { stoppedLate } = useWords(toolsEn).upload
  const problemOf = useFileProblem()
  const upload = useUploadDocument()
  const keys = useRef(0)
  const latest = useRef<readonly Upload[]>([])
  const [items, setItems] = useState<readonly Upload[]>(() => join(start))
  const [leftOut, setLeftOut] = useState(() => Math.max(0, start.length - documentLimits.uploadsAtOnce))
  const stopping = useRef<AbortController>(undefined)
  const [isRunning, setRunning] = useState(false)
  useEffect(() => () => stopping.current?.abort(), [])

  const become = (next: readonly Upload[]) => {
    latest.current = next
    setItems(next)
  }
  const change = (key: number, more: Partial<Upload>) =>
    become(latest.current.map((each) => (each.key === key ? { ...each, ...more } : each)))

  function join(chosen: readonly Chosen[]): readonly Upload[] {
    const fresh = chosen.filter(({ file }) => !latest.current.some((each) => isSame(each.file, file)))
    const added = fresh.map(({ file, title }): Upload => {
      const reason = problemOf(file)
      keys.current += 1
      return { key: keys.current, file, title, state: reason === undefined ? 'chosen' : 'unusable', reason }
    })
    latest.current = [...latest.current, ...added].slice(0, documentLimits.uploadsAtOnce)
    return latest.current
  }
  const add = (files: readonly File[]) => {
    const before = latest.current
    const fresh = files.filter((file) => !before.some((each) => isSame(each.file, file)))
    setLeftOut(Math.max(0, before.length + fresh.length - documentLimits.uploadsAtOnce))
    setItems(join(fresh.map((file) => ({ file, title: titleOfFile(file.name) }))))
  }

  const send = async ({ key, file, title }: Upload, category: string, { signal }: AbortController) => {
    const titleError = titleErrorOf(title)
    if (titleError !== undefined) return change(key, { state: 'failed', reason: undefined, titleError })
    change(key, { state: 'sending', reason: undefined, sent: { bytes: 0, total: file.size } })
    let isOut = false
    const onProgress = (bytes: number, total: number) => {
      isOut = bytes >= total
      change(key, { sent: { bytes, total } })
    }
    try {
      const { _id: id } = await upload({ body: { title, category }, file, signal, onProgress })
      change(key, { state: 'done', id, sent: undefined })
    } catch (error) {
      if (!signal.aborted) change(key, { state: 'failed', reason: errorText(error, words.failed), sent: undefined })
      else change(key, { state: isOut ? 'failed' : 'chosen', reason: isOut ? stoppedLate : undefined, sent: undefined })
    }
  }

  /** Runs until the queue is empty, including retries added in the meantime. */
  const work = async (category: string, stop: AbortController) => {
    for (;;) {
      const next = stop.signal.aborted ? undefined : latest.current.find(({ state }) => state === 'queued')
      if (!next) return
      await send(next, category, stop)
    }
  }

  const run = async (wanted: (item: Upload) => boolean, category: string) => {
    become(latest.current.map((each) => (wanted(each) ? { ...each, state: 'queued', reason: undefined } : each)))
    if (stopping.current) return
    const stop = new AbortController()
    stopping.current = stop
    setRunning(true)
    await Promise.all(Array.from({ length: atOnce }, () => work(category, stop)))
    stopping.current = undefined
    setRunning(false)
  }

  return {
    items,
    /** Number of files beyond the limit. */
    leftOut,
    isRunning,
    add,
    remove: (key: number) => become(latest.current.filter((each) => each.key !== key)),
    retitle: (key: number, title: string) => change(key, { title, titleError: undefined }),
    /** Marks invalid titles; returns whether all are valid. */
    judgeTitles: () => {
      become(latest.current.map((each) => (isToSend(each) ? { ...each, titleError: titleErrorOf(each.title) } : each)))
      return !latest.current.some((each) => isToSend(each) && each.titleError !== undefined)
    },
    uploadAll: (category: string) => run(isToSend, category),
    retry: (key: number, category: string) => run((each) => each.key === key, category),
    stop: () => {
      stopping.current?.abort()
      become(latest.current.map((each) => (each.state === 'queued' ? { ...each, state: 'chosen' } : each)))
    },
  }
}
