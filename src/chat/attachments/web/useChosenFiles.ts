import { useRef, useState } from 'react'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import { withoutMetadata } from '#web/pictures/withoutMetadata.ts'
import { errorText, useWords } from '#web/words.ts'
import { attachmentLimits } from '../attachments.contract.ts'
import { attachmentsEn } from '../attachments.en.ts'

/** Number of bytes by which encryption lengthens a file (docs/encryption.md). */
const tagBytes = 16

/** `ready` is what is sent: the file, or the smaller picture that is made of a photograph while its person looks at it. */
export type Chosen = { key: number; file: File; ready: Promise<File> }

/** Returns false for folders, and for files that were deleted since they were chosen. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** Makes photographs smaller one after the other, because a small phone has no memory for several whole ones. */
const usePreparing = () => {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const removed = useRef(new Set<number>())
  const prepare = (key: number, file: File): Promise<File> => {
    const ready = last.current.then(() => (removed.current.has(key) ? file : withoutMetadata(file)))
    // Who sends the file gets the error.
    last.current = ready.catch(() => {})
    return ready
  }
  return { prepare, forget: (key: number): void => void removed.current.add(key) }
}

/**
 * The files to be sent to a conversation: validates them, removes them on request, and sends them in order, photographs smaller and
 * the first file with the caption.
 */
export const useChosenFiles = (onSend: (file: File, caption: string) => Promise<void>, isEncrypted: boolean) => {
  const words = useWords(attachmentsEn).attach
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [caption, setCaption] = useState('')
  const [isSending, setSending] = useState(false)
  const keys = useRef(0)
  const { prepare, forget } = usePreparing()

  const whyNot = async (file: File): Promise<string | undefined> => {
    if (file.size > chatLimits.attachmentBytes - (isEncrypted ? tagBytes : 0)) return words.tooLarge(file.name)
    if (!(await isReadable(file))) return words.unreadable(file.name)
    return file.size === 0 ? words.empty(file.name) : undefined
  }
  const add = async (files: readonly File[]) => {
    const judged = await Promise.all(files.map(async (file) => ({ file, problem: await whyNot(file) })))
    const good = judged.filter(({ problem }) => problem === undefined).map(({ file }) => file)
    const room = Math.max(0, attachmentLimits.atOnce - chosen.length)
    const fitting = good.slice(0, room).map((file) => {
      const key = ++keys.current
      return { key, file, ready: prepare(key, file) }
    })
    const found = [...new Set(judged.flatMap(({ problem }) => problem ?? []))]
    setProblems(good.length > room ? [...found, words.tooMany(attachmentLimits.atOnce)] : found)
    setChosen((before) => [...before, ...fitting].slice(0, attachmentLimits.atOnce))
  }
  const remove = (key: number) => {
    forget(key)
    setChosen((before) => before.filter((one) => one.key !== key))
  }
  const clear = () => {
    for (const { key } of chosen) forget(key)
    setChosen([])
    setProblems([])
    setCaption('')
  }
  const send = async () => {
    if (isSending) return
    setSending(true)
    setProblems([])
    try {
      for (const [at, { key, ready }] of chosen.entries()) {
        await onSend(await ready, at === 0 ? caption : '')
        setCaption('')
        remove(key)
      }
    } catch (error) {
      setProblems([errorText(error, words.failed)])
    } finally {
      setSending(false)
    }
  }
  return {
    ...{ chosen, problems, isSending, caption, setCaption },
    add: (files: readonly File[]) => void add(files),
    remove,
    clear,
    send: () => void send(),
  }
}
