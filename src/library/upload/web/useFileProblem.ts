import { documentLimits } from '#library/documents/documents.contract.ts'
import { useWords } from '#web/words.ts'
import { uploadEn } from '../upload.en.ts'

/** Returns why a chosen file cannot be sent, or undefined. The server validates the content; this only avoids the request. */
export const useFileProblem = () => {
  const words = useWords(uploadEn)
  return (file: File | null): string | undefined => {
    if (!file) return undefined
    if (file.type !== 'application/pdf' && !(file.type === '' && /\.pdf$/i.test(file.name))) return words.fileRequired
    if (file.size === 0) return words.emptyFile(file.name)
    return file.size > documentLimits.bytes ? words.tooLarge(file.name) : undefined
  }
}
