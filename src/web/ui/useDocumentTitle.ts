import { useEffect } from 'react'
import { useBranding } from '../shell/Branding.tsx'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'

/** Sets the title of the browser's tab: "Documents · Saraswati Hall". */
export const useDocumentTitle = (title: string): void => {
  const full = useWords(webEn).documentTitle(title, useBranding().systemName)
  useEffect(() => {
    document.title = full
  }, [full])
}
