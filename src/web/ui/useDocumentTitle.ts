import { useEffect } from 'react'
import { useBranding } from '../shell/Branding.tsx'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'

/** What the browser's tab says: "Documents · Saraswati Hall". */
export const useDocumentTitle = (title: string): void => {
  const full = useWords(webEn).documentTitle(title, useBranding().systemName)
  useEffect(() => {
    document.title = full
  }, [full])
}
