import { limits } from '#contract/limits.ts'
import { useWords } from '#web/words.ts'
import { documentsEn } from '../documents.en.ts'

/** Why a chosen file cannot be sent, or nothing. The server judges the content, this only saves the way. */
export const useFileProblem = () => {
  const words = useWords(documentsEn).upload
  return (file: File | null): string | undefined => {
    if (!file) return undefined
    if (file.type !== 'application/pdf' && !(file.type === '' && /\.pdf$/i.test(file.name))) return words.fileRequired
    if (file.size === 0) return words.emptyFile(file.name)
    return file.size > limits.documentBytes ? words.tooLarge(file.name) : undefined
  }
}
