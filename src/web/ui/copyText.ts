import { toast } from './toast.ts'

/** Copies a text and says so. Only a secure address has a clipboard. */
export const copyText = (text: string, words: { copied: string; copyFailed: string }): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => {
      toast.settled(words.copyFailed)
      toast.success(words.copied)
    },
    () => toast.error(words.copyFailed, { of: words.copyFailed }),
  )
