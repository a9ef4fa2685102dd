import type { ReactNode } from 'react'
import { useWords } from '#web/words.ts'
import { readingEn } from '../../reading.en.ts'

/** Says that the rest of a file is not shown. */
export const CutNotice = ({ children }: { children: ReactNode }) => (
  <p className="shrink-0 border-line border-b bg-warning-soft px-4 py-2 text-sm">{children}</p>
)

export const EmptyFile = () => (
  <p role="status" className="flex flex-1 items-center justify-center bg-background p-6 text-muted">
    {useWords(readingEn).emptyFile}
  </p>
)
