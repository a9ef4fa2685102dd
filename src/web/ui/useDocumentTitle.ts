import { useEffect } from 'react'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'

/** What the browser's tab says: "X · Library System". */
export const useDocumentTitle = (title: string, systemName?: string): void => {
  const words = useWords(webEn)
  const full = words.documentTitle(title, systemName ?? words.systemName)
  useEffect(() => {
    document.title = full
  }, [full])
}
